import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readConfig, ConfigError } from '../config.ts'
import { openDatabase } from '../db/open.ts'
import { liveBy } from '../keys/keys-of.ts'
import { openKeys } from '../keys/market-keys.ts'
import { articleFiles } from './article-files.ts'
import { wholePath } from './goods-files.ts'
import { askMarket } from './ask.ts'
import { isCommand, operate, USAGE, type Operated } from './operate.ts'

/** Runs `npm run market`: in the market that runs on the data folder, or, when none does, on its database itself. */
export async function marketCommand(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<Operated> {
  if (!isCommand(args[0])) return { exit: 2, text: USAGE }
  try {
    const { dataDir, databaseUrl, keys } = readConfig(env)
    const calls = await articleFiles(wholePath(args, process.cwd()))
    const answer = await askEach(calls, (call) => askMarket(dataDir, call))
    if (answer) return answer
    if (databaseUrl === undefined && !existsSync(join(dataDir, 'pglite')))
      return {
        exit: 1,
        text: `There is no market in ${dataDir}. Set DATA_DIR to its folder, or start one with npm start.`,
      }
    const database = await openDatabase(databaseUrl === undefined ? { dataDir } : { databaseUrl })
    try {
      const source = { ...keys, folder: join(dataDir, 'keys') }
      liveBy(database.db, await openKeys(database.db, source, (text) => console.warn(`Warning: ${text}`)))
      return (await askEach(calls, (call) => operate(database.db, call, Date.now())))!
    } finally {
      await database.close()
    }
  } catch (error) {
    if (error instanceof ConfigError) return { exit: 1, text: error.message }
    // Expected here: a data folder that another program holds, a database or market that cannot be reached. Their
    // messages are meant for people.
    return { exit: 1, text: `It was not done. ${error instanceof Error ? error.message : String(error)}` }
  }
}

/** Carries out calls one after the other, up to the first that is not done; undefined when nobody is there. */
async function askEach(
  calls: readonly (readonly string[])[],
  ask: (call: readonly string[]) => Promise<Operated | undefined>,
): Promise<Operated | undefined> {
  const said: string[] = []
  for (const call of calls) {
    const answer = await ask(call)
    if (!answer) return undefined
    said.push(answer.text)
    if (answer.exit !== 0) return { exit: answer.exit, text: said.join('\n') }
  }
  return { exit: 0, text: said.join('\n') }
}
