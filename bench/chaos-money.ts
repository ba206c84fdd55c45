import { benchOptions } from './options.ts'
import { chaosMoney } from '../tests/support/chaos/money.ts'
import { startPostgres } from '../tests/support/servers/postgres.ts'

// `npm run chaos:money -- [kills] [seed]`: API, signer and, on PostgreSQL, the watcher are each killed again and again
// while people top up and withdraw. A line for each database says whether its book and its chain agree. Ends with 1
// when they do not. `--short`: one kill of each.

const {
  short,
  numbers: [kills = short ? 1 : 50, seed = 1],
} = benchOptions('chaos:money -- [kills] [seed]')
const progress = (done: number): void => {
  if (process.stdout.isTTY) process.stdout.write(`\r${done} kills`)
  else if (done % 25 === 0) console.log(`${done} kills`)
}

async function run(name: string, databaseUrl?: string): Promise<boolean> {
  const since = performance.now()
  const { kills: of, sent, withdrawn, done, faults } = await chaosMoney({ kills, databaseUrl, seed, progress })
  const killed = Object.entries(of).map(([process, times]) => `${process} ${times}`)
  console.log(
    `${process.stdout.isTTY ? '\r' : ''}${name}: killed ${killed.join(', ')}; ${sent} deposits, ` +
      `${withdrawn} withdrawals, ${done} of them paid; ${faults.length} faults ` +
      `(${((performance.now() - since) / 1000).toFixed(0)} s)`,
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
