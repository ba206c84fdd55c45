import { benchOptions } from './options.ts'
import { chaosBrowser } from '../tests/e2e/chaos/run.ts'
import { engineNames } from '../tests/e2e/engines/engine.ts'
import { missing } from '../tests/e2e/engines/install.ts'
import { engines } from '../tests/e2e/engines/list.ts'

// `npm run chaos:browser -- [kills] [seed] [--engine NAME]`: a real browser is killed, crashed, frozen, filled up,
// cleared and updated again and again while its page trades through a faulty network; a line says what of all that it
// had called saved was
// lost, doubled, or came to another. Ends with 1 when anything was. `--short`: two kills. Build first.

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
const {
  short,
  numbers: [kills = short ? 2 : 50, seed = 1],
  engine: name = 'chromium',
} = benchOptions('chaos:browser -- [kills] [seed] [--engine chromium|firefox|webkit]')
const known = engineNames.find((each) => each === name)
if (!known && name !== 'chromium') throw new Error(`No engine is called ${name}: chromium, ${engineNames.join(', ')}`)
const absent = known && (await missing(known))
if (absent !== undefined) throw new Error(`${name}: ${absent}`)
let printed = 0
const progress = (done: number): void => {
  if (process.stdout.isTTY) process.stdout.write(`\r${done} of ${kills} kills`)
  else if (done >= printed + 100) console.log(`${(printed = done)} of ${kills} kills`)
}
const r = await chaosBrowser({ kills, seed, progress, brief: short, ...(known && { engine: engines[known] }) })
const list = (counts: Map<string, number>): string =>
  [...counts]
    .toSorted((a, b) => b[1] - a[1])
    .map(([name, n]) => `${name} ${n}`)
    .join(', ')
console.log(
  `${process.stdout.isTTY ? '\r' : ''}${r.kills} kills, ${r.asked} intents, ${r.saved} called saved, ${r.failed} failed; lost ${r.lost.length}, doubled ${r.doubled.length}, crossed ${r.crossed.length}, other faults ${r.other.length}; told as lost with cleared site data ${r.forgiven} (${r.seconds.toFixed(0)} s, ${(r.seconds / Math.max(r.kills, 1)).toFixed(2)} s a kill)`,
)
console.log(`strikes: ${list(r.strikes)}`)
if (r.missed.size > 0) console.log(`could not be made: ${list(r.missed)}`)
console.log(`back out of the back/forward cache: ${r.restored}`)
console.log(`network: ${list(r.network)}`)
const all = [
  ...r.lost.map((f) => `lost ${f}`),
  ...r.doubled.map((f) => `doubled ${f}`),
  ...r.crossed.map((f) => `crossed ${f}`),
  ...r.other,
]
for (const fault of all.slice(0, 30)) console.log(`  ${fault}`)
process.exit(all.length === 0 ? 0 : 1)
