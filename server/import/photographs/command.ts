import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { openDatabase } from '../../db/open.ts'
import { createProgress } from './progress.ts'
import type { Surroundings } from './surroundings.ts'
import { bringPhotographs, type Brought } from './bring.ts'

const LIMIT = 1000
const count = (n: number): string => n.toLocaleString('en')

function readArguments(args: readonly string[]): { limit: number; data: string | undefined } | undefined {
  const text = { type: 'string' } as const
  const { values } = parseArgs({ args: [...args], options: { limit: text, data: text } })
  const limit = values.limit ?? String(LIMIT)
  return /^[1-9]\d{0,6}$/.test(limit) ? { limit: Number(limit), data: values.data } : undefined
}

function summarise({ fetched, failed, left, full }: Brought): string[] {
  const lines = [`${count(fetched)} fetched, ${count(failed)} not fetched, ${count(left)} still to come`]
  if (full) lines.push('The photographs take all the room that they may have.')
  else if (left > 0) lines.push('A further run goes on.')
  return lines
}

/** Runs `npm run catalogue -- photographs`; exit codes as for an import. */
export async function photographsCommand(
  args: readonly string[],
  { env, folder, screen, now }: Surroundings,
  usage: string,
): Promise<number> {
  let order: ReturnType<typeof readArguments>
  try {
    order = readArguments(args)
  } catch (error) {
    screen.write(`${(error as Error).message}\n\n`)
  }
  if (!order) {
    screen.write(`${usage}\n`)
    return 2
  }
  const { limit, data } = order
  const dataDir = resolve(folder, data ?? (env.DATA_DIR?.trim() || 'data'))
  const bar = createProgress(screen, now, 'photographs')
  try {
    const database = await openDatabase(
      env.DATABASE_URL?.trim() ? { databaseUrl: env.DATABASE_URL.trim() } : { dataDir },
    )
    try {
      const brought = await bringPhotographs(database.db, {
        dataDir,
        limit,
        progress: (done, all) => bar.show(done, done, all),
        failed: (url, reason) => bar.say(`${url}: ${reason}`),
      })
      bar.end()
      for (const line of summarise(brought)) screen.write(`${line}\n`)
      return 0
    } finally {
      await database.close()
    }
  } catch (error) {
    bar.end()
    // Expected here: a data folder that a running market holds, a database that cannot be reached.
    screen.write(`The photographs were not fetched. ${error instanceof Error ? error.message : String(error)}\n`)
    return 1
  }
}
