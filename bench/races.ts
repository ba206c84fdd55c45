import { parseArgs } from 'node:util'
import { editSources } from '../tests/simulation/planted/source-edits.ts'
import { plantedRaces } from '../tests/support/races/planted.ts'

// `npm run races -- [acts] [--db pglite|postgres] [--seed N] [--planted NAME]`: buyers, stores, operators and clocks
// act at the same time, drawn by a seed, on PGlite and on PostgreSQL (there over two pools, as two processes would).
// After each round the market is judged; the first that is wrong ends the race. `--short`: 60 acts on each.
// `--planted` puts a bug in first, which must be found; some need more acts than a clean race has by default.

const USAGE = 'Usage: npm run races -- [acts] [--db pglite|postgres] [--seed N] [--planted NAME] [--short]'
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    db: { type: 'string' },
    seed: { type: 'string' },
    planted: { type: 'string' },
    short: { type: 'boolean' },
  },
})
const usual = values.planted === undefined ? 1000 : 2500
const [acts, seed] = [Number(positionals[0] ?? (values.short ? 60 : usual)), Number(values.seed ?? 1)]
const databases = (['pglite', 'postgres'] as const).filter((db) => (values.db ?? db) === db)
if (!(Number.isInteger(acts) && acts > 0 && Number.isInteger(seed)) || databases.length === 0) throw new Error(USAGE)

const bug = plantedRaces.find(({ name }) => name === values.planted)
if (values.planted !== undefined && !bug)
  throw new Error(`no planted bug is called ${values.planted}; there are ${plantedRaces.map((p) => p.name).join(', ')}`)
// Nothing of the product may be loaded before its edits are in place.
const waiting = editSources(bug?.edits ?? [])
const { race } = await import('../tests/support/races/races.ts')

let faults = 0
for (const db of databases) {
  const since = performance.now()
  let printed = 0
  const report = await race({
    ...{ db, acts, seed },
    progress: (done) => {
      if (process.stdout.isTTY) process.stdout.write(`\r${done} of ${acts}`)
      else if (done >= printed + 250) console.log(`${(printed = done)} of ${acts}`)
    },
  })
  const done = Object.entries(report.done)
    .sort(([, a], [, b]) => b.tried - a.tried)
    .map(([what, { tried, accepted }]) => `${what} ${accepted}/${tried}`)
  console.log(
    `${process.stdout.isTTY ? '\r' : ''}${db}: ${report.acts} acts in ${report.rounds} rounds, seed ${seed}, faults ${report.faults.length} (${((performance.now() - since) / 1000).toFixed(0)} s)`,
  )
  console.log(`accepted  ${done.join(', ')}`)
  for (const fault of report.faults.slice(0, 20)) console.log(`  ${fault}`)
  faults += report.faults.length
}
if (waiting().length > 0)
  throw new Error(`these files were never loaded, so that nothing was planted: ${waiting().join(', ')}`)
process.exit(faults > 0 === (bug !== undefined) ? 0 : 1)
