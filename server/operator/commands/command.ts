import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { restoreBackup } from '../../backup/restore.ts'
import { readConfig, ConfigError } from '../../config/config.ts'
import { openDatabase } from '../../db/open.ts'
import { liveBy } from '../../keys/keys-of.ts'
import { openKeys } from '../../keys/market-keys.ts'
import { OperatorError } from '../answer.ts'
import { articleFiles } from '../../articles/files.ts'
import { wholePath } from '../../products/operator-files.ts'
import { askMarket } from './ask.ts'
import { isCommand, operate, MARKET_USAGE, type Operated } from './operate.ts'

/** Runs `npm run market`: in the market that runs on the data folder, or, when none does, on its database itself. */
export async function marketCommand(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<Operated> {
  const asksForHelp = args[0] === 'help' || args[0] === '--help'
  if (!asksForHelp && !isCommand(args[0])) return { exit: 2, text: MARKET_USAGE }
  try {
    const { dataDir, databaseUrl, keys } = readConfig(env)
    if (asksForHelp) return { exit: 0, text: `${MARKET_USAGE}\n${placeText(dataDir, databaseUrl)}` }
    const kind = databaseUrl === undefined ? 'pglite' : 'postgres'
    if (args[0] === 'restore') {
      const text = await restoreBackup({ dataDir, kind }, args.slice(1), { cwd: process.cwd(), now: Date.now() })
      return { exit: 0, text }
    }
    const calls = await articleFiles(wholePath(args, process.cwd()))
    const answer = await askEach(calls, (call) => askMarket(dataDir, call))
    if (answer) return answer
    if (databaseUrl === undefined && !existsSync(join(dataDir, 'pglite'))) return { exit: 1, text: noMarket(dataDir) }
    const database = await openDatabase(databaseUrl === undefined ? { dataDir } : { databaseUrl })
    try {
      const source = { ...keys, folder: join(dataDir, 'keys') }
      liveBy(database.db, await openKeys(database.db, source, (text) => console.warn(`Warning: ${text}`)))
      return (await askEach(calls, (call) => operate(database.db, call, Date.now(), undefined, { dataDir, kind })))!
    } finally {
      await database.close()
    }
  } catch (error) {
    if (error instanceof ConfigError || error instanceof OperatorError) return { exit: 1, text: error.message }
    // Expected here: a data folder that another program holds, a database or market that cannot be reached. Their
    // messages are meant for people.
    return { exit: 1, text: `Failed: ${error instanceof Error ? error.message : String(error)}` }
  }
}

const noMarket = (dataDir: string): string =>
  `There is no market in ${dataDir}. Set DATA_DIR to its folder, or start one with npm start.`

/** Of which market a command would be, as the environment is. */
function placeText(dataDir: string, databaseUrl: string | undefined): string {
  if (databaseUrl !== undefined) return `Here it is the database of DATABASE_URL, with the data folder ${dataDir}.`
  const isThere = existsSync(join(dataDir, 'pglite'))
  return `${isThere ? `The market here is in ${dataDir}.` : noMarket(dataDir)} For another: DATA_DIR=<folder> npm run market -- COMMAND`
}

/** Carries out calls one after the other, up to the first that is not done; undefined when nobody is there. */
async function askEach(
  calls: readonly (readonly string[])[],
  ask: (call: readonly string[]) => Promise<Operated | undefined>,
): Promise<Operated | undefined> {
  const texts: string[] = []
  for (const call of calls) {
    const answer = await ask(call)
    if (!answer) return undefined
    texts.push(answer.text)
    if (answer.exit !== 0) return { exit: answer.exit, text: texts.join('\n') }
  }
  return { exit: 0, text: texts.join('\n') }
}
