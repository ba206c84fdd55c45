import { availableParallelism, loadavg } from 'node:os'
import { fileURLToPath } from 'node:url'
import { freshBuild } from '../scripts/build/fresh.ts'
import { startMarket } from '../tests/support/servers/servers.ts'
import { openFront, type Front } from './first-visit/front.ts'
import { FLOOR, giveReferences, REACT } from './first-visit/references.ts'
import { tableOf, type Run } from './first-visit/table.ts'
import { firstProduct, kilobytesUntil, referenceVisit, visits, type Setting } from './first-visit/visits.ts'
import { benchOptions } from './options.ts'

// `npm run bench:first-visit -- [runs]`: a slow phone's visits to the market with its demo catalogue, in a real
// Chromium: first product, its picture, bytes, tap, second visit, no network. Beside it in the same run the same
// document without any script (the floor), and rendered by React alone. The medians of five runs; where there is a
// floor, the ratio decides. `--short`: once, quick link and processor, and nothing is judged.
//
// The link is shaped where its bytes pass (first-visit/link.ts): what the browser's own emulation does to a page it
// does not do to its workers. The processor is slowed by the browser, which can slow the page alone.

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
const {
  short,
  numbers: [runs = short ? 1 : 5],
} = benchOptions('bench:first-visit -- [runs]')
const usual: Setting = short
  ? { cpu: 1, speed: { bits: 16_000_000, rtt: 20 } }
  : { cpu: 4, speed: { bits: 1_600_000, rtt: 150 } }
const slowest: Setting = short ? usual : { cpu: 4, speed: { bits: 400_000, rtt: 400 } }

async function run(front: Front): Promise<Run> {
  return {
    floor: await referenceVisit(front, FLOOR, usual),
    react: await referenceVisit(front, REACT, usual),
    market: {
      ...(await visits(front, usual)),
      untilTap: await kilobytesUntil('tap', front, usual),
      untilGesture: await kilobytesUntil('gesture', front, usual),
    },
    slowest: {
      floor: await firstProduct(front, FLOOR, slowest),
      market: await firstProduct(front, '/', slowest),
    },
  }
}
const load = (): string => loadavg()[0]!.toFixed(1)

if (!(await freshBuild(fileURLToPath(new URL('..', import.meta.url)).replace(/[\\/]$/, '')))) process.exit(1)
const market = await startMarket({ TRUST_PROXY: '1' })
const front = await openFront(market.url)
try {
  await giveReferences(front)
  const all: Run[] = []
  const before = load()
  for (let i = 1; i <= runs; i++) {
    all.push(await run(front))
    const { floor, market: own } = all.at(-1)!
    console.log(`run ${i} of ${runs}: first product ${own.product.toFixed(0)} ms, floor ${floor.product.toFixed(0)} ms`)
  }
  const { text, holds } = tableOf(all)
  const link = ({ speed: { bits, rtt } }: Setting): string => `${bits / 1000} kbit/s and ${rtt} ms`
  console.log(
    `Medians of ${runs}; page slowed ${usual.cpu} ×, link of ${link(usual)}, slowest ${link(slowest)}; ` +
      `load ${before} before, ${load()} after, ${availableParallelism()} cores\n${text}`,
  )
  process.exitCode = short || holds ? 0 : 1
} finally {
  await front.close()
  await market.close()
}
