import { loadavg } from 'node:os'
import { newPerson } from '../tests/e2e/people/people.ts'
import { startMarket } from '../tests/support/servers/servers.ts'
import { benchOptions } from './options.ts'
import type * as Measuring from './outbox-page.ts'
import { openBenchPage } from './page.ts'

// `npm run bench:outbox`: what a gesture takes from the call to "saved", in a real Chromium: at rest, back to back, and
// a thousand at once, through the door of the real worker. Beside it bare IndexedDB in a worker behind Comlink writes
// the same rows with the same durability. First a guest's gestures, which are not sent, then a signed-in person's with
// the market at hand. Last, with 10,000 waiting. `--short`: a few of each.

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
const { short } = benchOptions('bench:outbox --')
const sizes = short ? { singles: 4, burst: 20, bursts: 1 } : { singles: 40, burst: 1_000, bursts: 5 }
const waiting = short ? 100 : 10_000

const count = (n: number): string => n.toLocaleString('en')
const line = (what: string, ours: number, bare: number): void =>
  console.log(`  ${what.padEnd(32)} ${ours.toFixed(1)} ms against ${bare.toFixed(1)} ms, ${(ours / bare).toFixed(1)} ×`)

const market = await startMarket()
const open = () =>
  openBenchPage<typeof Measuring>('outbox-page.ts', {
    workers: { worker: '../worker/main.ts', bare: 'bare-worker.ts' },
    api: market.url,
  })
try {
  const account = await newPerson(market)
  for (const [who, given] of [
    ['a guest', undefined],
    ['signed in', account],
  ] as const) {
    const page = await open()
    try {
      await page.run('begin', given)
      const { ours, bare } = await page.run('compare', sizes)
      console.log(`${who}; load ${loadavg()[0]!.toFixed(1)}`)
      line('one gesture at rest, p50', ours.rest.p50, bare.rest.p50)
      line('one gesture at rest, p95', ours.rest.p95, bare.rest.p95)
      line('back to back, p50', ours.backToBack.p50, bare.backToBack.p50)
      line('back to back, p95', ours.backToBack.p95, bare.backToBack.p95)
      line(`${count(sizes.burst)} at once`, ours.burst, bare.burst)
      if (given) continue
      const full = await page.run('restWith', waiting, sizes.singles)
      console.log(
        `  with ${count(waiting)} waiting ${full.p50.toFixed(1)} ms, at rest before ${ours.rest.p50.toFixed(1)} ms`,
      )
    } finally {
      await page.dispose()
    }
  }
} finally {
  await market.close()
}
