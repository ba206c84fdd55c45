import { resolve } from 'node:path'
import type { Db } from './db/tables/tables.ts'

/** A path as a shell takes it for one word. */
const quoted = (path: string): string =>
  /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", String.raw`'\''`)}'`

/**
 * The next step of a market that nobody operates yet, in lines for the terminal; undefined where there is an
 * operator, and in the demo. `address` is where people reach the market, `dataDir` absolute.
 */
export async function nextStep(
  db: Db,
  { address, dataDir }: { address: string; dataDir: string },
): Promise<string | undefined> {
  const operated = await db.selectFrom('operators').select('user_id').limit(1).executeTakeFirst()
  const demo = await db.selectFrom('users').select('id').where('demo', '=', true).limit(1).executeTakeFirst()
  if (operated || demo) return undefined
  const folder = dataDir === resolve('data') ? '' : `DATA_DIR=${quoted(dataDir)} `
  return [
    `Next: register at ${address}/register, then make that account the market's first operator:`,
    `  ${folder}npm run market -- operator add <your mail address>`,
    'The code it prints opens /operator. All other steps: docs/real-market.md',
  ].join('\n')
}
