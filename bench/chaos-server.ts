import { benchOptions } from './options.ts'
import { chaosServer } from '../tests/support/chaos/server.ts'
import { startPostgres } from '../tests/support/servers/postgres.ts'

// `npm run chaos:server -- [kills] [seed]`: the server is killed in mid-write again and again, over PGlite and
// over PostgreSQL; a line for each says what was lost or doubled. Ends with 1 when anything was. `--short`: one kill.

const {
  short,
  numbers: [kills = short ? 1 : 50, seed = 1],
} = benchOptions('chaos:server -- [kills] [seed]')
/** Enough that requests always overlap: the server is never without work. */
const SHOPPERS = 12
const progress = (done: number): void => {
  if (process.stdout.isTTY) process.stdout.write(`\r${done} of ${kills} kills`)
  else if (done % 25 === 0) console.log(`${done} of ${kills} kills`)
}

async function run(name: string, databaseUrl?: string): Promise<boolean> {
  const since = performance.now()
  const { struck, abreast, intents, orders, payments, faults } = await chaosServer({
    kills,
    databaseUrl,
    seed,
    shoppers: SHOPPERS,
    progress,
  })
  const count = (word: string): number => faults.filter((f) => f.startsWith(word)).length
  const other = faults.length - count('lost') - count('doubled')
  console.log(
    `${process.stdout.isTTY ? '\r' : ''}${name}: ${kills} kills (${struck} in mid-request, ${abreast.toFixed(1)} requests broken by each), ${intents} intents, ${orders} orders, ${payments} payments acknowledged; lost ${count('lost')}, doubled ${count('doubled')}, other faults ${other} (${((performance.now() - since) / 1000).toFixed(0)} s)`,
  )
  for (const fault of faults.slice(0, 20)) console.log(`  ${fault}`)
  return faults.length === 0
}

let sound = await run('PGlite')
const postgres = await startPostgres({ durable: true })
try {
  sound = (await run('PostgreSQL', await postgres.freshDatabase())) && sound
} finally {
  await postgres.stop()
}
process.exit(sound ? 0 : 1)
