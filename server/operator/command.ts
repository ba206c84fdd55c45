import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readConfig, ConfigError } from '../config.ts'
import { openDatabase } from '../db/open.ts'
import { askMarket } from './ask.ts'
import { isCommand, operate, USAGE, type Operated } from './operate.ts'

/** Runs `npm run market`: in the market that runs on the data folder, or, when none does, on its database itself. */
export async function marketCommand(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<Operated> {
  if (!isCommand(args[0])) return { exit: 2, text: USAGE }
  try {
    const { dataDir, databaseUrl } = readConfig(env)
    const answer = await askMarket(dataDir, args)
    if (answer) return answer
    if (databaseUrl === undefined && !existsSync(join(dataDir, 'pglite')))
      return {
        exit: 1,
        text: `There is no market in ${dataDir}. Set DATA_DIR to its folder, or start one with npm start.`,
      }
    const database = await openDatabase(databaseUrl === undefined ? { dataDir } : { databaseUrl })
    try {
      return await operate(database.db, args, Date.now())
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
