import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startChromium } from '../tests/support/browsers/cdp.ts'
import { startFaultProxy } from '../tests/support/servers/fault-proxy.ts'
import { startMarket } from '../tests/support/servers/servers.ts'
import { openTab, type Tab } from '../tests/e2e/chaos/tab.ts'
import { benchOptions } from './options.ts'
import { newPerson, simpleProducts } from '../tests/e2e/people/people.ts'

// `npm run bench:takeover -- [times]`: how long after the sending tab is closed, and after it is frozen, another tab
// sends: from the act to the arrival of the other's push, in a real Chromium. The tab that ends has a push on the
// wire. Milliseconds depend on the machine: they stand beside their aims, and none is judged.
// `--short`: once each. Build first.

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
const {
  short,
  numbers: [times = short ? 1 : 20],
} = benchOptions('bench:takeover -- [times]')
const AIM = { closed: 250, frozen: 20_000 }
const profile = await mkdtemp(join(tmpdir(), 'caravan-takeover-'))
const market = await startMarket()
const proxy = await startFaultProxy(market.url)
const person = await newPerson(market)
const products = (await simpleProducts(market, 20)).map((p) => p.id)
const chromium = await startChromium(profile)
const open = async (): Promise<Tab> => {
  const tab = await openTab(chromium, proxy.url, () => undefined)
  await tab.open('/lang')
  return tab
}
/** Resolves with the time of the next push; it gets no answer while `hang`. */
const nextPush = (hang: boolean): Promise<number> =>
  new Promise((resolve) => {
    proxy.before = ({ path }) => {
      if (!path.startsWith('/api/sync/push')) return undefined
      resolve(performance.now())
      return hang ? 'hang' : undefined
    }
  })
const drained = async (tab: Tab, uid: string): Promise<void> => {
  while ((await tab.rows(`caravan-user-${uid}`, 'outbox')).length > 0)
    await new Promise((resolve) => {
      setTimeout(resolve, 50)
    })
}
const median = (all: number[]): number => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)]!

try {
  let sending = await open()
  await sending.call('user.login', person)
  const { uid } = await sending.ready()
  let turn = -1
  /** `idle`: the tab that ends has nothing on the wire; the work comes afterwards, from the other. */
  const measure = async (end: (tab: Tab) => Promise<void>, wait: () => number, idle = false): Promise<number[]> => {
    const all: number[] = []
    turn++
    for (let i = 0; i < times; i++) {
      const next = await open()
      await next.session.send('Page.bringToFront')
      const favour = (tab: Tab): Promise<void> =>
        tab.record([
          {
            intentId: randomUUID(),
            name: 'favourite.set',
            payload: { id: products[i % products.length]!, on: i < products.length === (turn % 2 === 0) },
          },
        ])
      const onTheWire = nextPush(true)
      if (!idle) {
        await favour(sending)
        await onTheWire
      }
      await new Promise((resolve) => {
        setTimeout(resolve, wait())
      })
      const taken = nextPush(false)
      const since = performance.now()
      await end(sending)
      if (idle) await favour(next)
      all.push((await taken) - since)
      await drained(next, uid)
      await sending.close().catch(() => undefined)
      sending = next
    }
    return all
  }
  const say = (what: string, all: number[], aim: number): void => {
    console.log(
      `${what}: median ${median(all).toFixed(0)} ms of ${all.length}, from ${Math.min(...all).toFixed(0)} to ${Math.max(...all).toFixed(0)} (aim ${aim} ms)`,
    )
  }
  say(
    'the sending tab closed',
    await measure(
      async (tab) => {
        await tab.close()
      },
      () => 300,
    ),
    AIM.closed,
  )
  const freeze = async (tab: Tab): Promise<void> => {
    await tab.session.send('Page.setWebLifecycleState', { state: 'frozen' })
  }
  // At any moment between two of its heartbeats.
  const moment = (): number => Math.random() * 5000
  say('the sending tab frozen', await measure(freeze, moment), AIM.frozen)
  say('an idle tab frozen, and work recorded in another', await measure(freeze, moment, true), AIM.frozen)
} finally {
  await chromium.kill()
  await proxy.close()
  await market.close()
  await rm(profile, { recursive: true, force: true, maxRetries: 5 })
}
