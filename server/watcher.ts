import { join } from 'node:path'
import { NodeError } from './chains/real.ts'
import { ConfigError, networksIn, readConfig, type Config } from './config/config.ts'
import { openDatabase } from './db/open.ts'
import { createDeposits } from './networks.ts'
import { keepSettled } from './sync/owed.ts'
import { startRounds } from './turns/rounds.ts'
import { watchingRounds } from './jobs/watching.ts'
import { openKeys } from './keys/market-keys.ts'
import { liveBy } from './keys/keys-of.ts'
import { createReserves } from './reserves/reserves.ts'
import { signerAt } from './signer/protocol/client.ts'

// `npm run watcher`: follows the networks of markets that share a PostgreSQL, until it is stopped. It credits deposits,
// pays withdrawals and proves the reserves. A crash of the API then holds up no money, and the other way round.

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
const fail = (error: unknown): never => {
  console.error(`\n${messageOf(error)}\n`)
  process.exit(1)
}

/** @throws ConfigError where the market watches itself */
function readSettings(): Config {
  const config = readConfig(process.env)
  if (!config.watchedApart) throw new ConfigError(['WATCHER is not 1: the market watches its networks itself'])
  return config
}

async function start(): Promise<void> {
  const config = readSettings()
  const { dataDir, databaseUrl, keys, signerSocket } = config
  const { db, close } = await openDatabase({ dataDir, databaseUrl, died: fail })
  try {
    const signer = signerSocket === undefined ? undefined : signerAt(signerSocket)
    const deposits = await createDeposits(db, { ...networksIn(config), signer })
    const warn = (text: string): void => console.warn(`Warning: ${text}`)
    liveBy(db, await openKeys(db, { ...keys, folder: join(dataDir, 'keys') }, warn))
    await deposits.check().catch((error: unknown) => {
      if (!(error instanceof NodeError)) throw error
      warn(`${error.message}. Deposits will wait until it answers.`)
    })
    const unsettle = keepSettled(db, (error) => console.error(error))
    const stopRounds = startRounds(watchingRounds(deposits, createReserves(db, deposits), Date.now))
    const stop = async (): Promise<void> => {
      await stopRounds()
      await unsettle()
      await close()
    }
    for (const signal of ['SIGINT', 'SIGTERM'] as const)
      process.once(signal, () => void stop().then(() => process.exit(0), fail))
  } catch (error) {
    await close()
    throw error
  }
  console.log('The networks are watched.\nTo stop it: Ctrl-C')
}

start().catch(fail)
