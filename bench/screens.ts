import { availableParallelism, loadavg } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { CDPSession, Page } from 'playwright-core'
import { freshBuild } from '../scripts/build/fresh.ts'
import { openBrowser, type Browser } from '../tests/support/browsers/browser.ts'
import { openFront, type Front } from './first-visit/front.ts'
import type { LinkSpeed } from './first-visit/link.ts'
import { median, openJudge } from './judge.ts'
import { benchOptions } from './options.ts'
import { marketOf } from './screens/market.ts'
import { plainPage } from './screens/plain.ts'
import { scrollPast, type Scrolled } from './screens/scrolling.ts'
import { walk } from './screens/taps.ts'
import { watch } from './screens/watch.ts'

// `npm run bench:screens -- [runs]`: a slow phone on screens that are open already, in a real Chromium whose page is
// slowed four times. Taps over a link of 400 kbit/s: from each to the first change on the screen. 5,000 products
// scrolled, beside the same cards in a page without a script. What moves when the network goes and comes.
// `--short`: once, a few products, and nothing is judged.

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
const {
  short,
  numbers: [runs = short ? 1 : 5],
} = benchOptions('bench:screens -- [runs]')
const PRODUCTS = short ? 60 : 5_000
const CPU = short ? 1 : 4
const FAST: LinkSpeed = { bits: 100_000_000, rtt: 2 }
const SLOW: LinkSpeed = short ? FAST : { bits: 400_000, rtt: 400 }
const PLAIN = '/plain'
/** The most that each may be: ms, ms, times the plain page's, and the sum of shifts. */
const MOST = { tap: 200, task: 50, frame: 1.5, shift: 0.01 }

const load = (): string => loadavg()[0]!.toFixed(1)
const judge = openJudge()

/** A browser of somebody whose app is installed, its page slowed and watched. */
async function phone(front: Front, path: string): Promise<{ browser: Browser; page: Page; devtools: CDPSession }> {
  const browser = await openBrowser({ hasTouch: true }, front.browserArgs)
  front.link.begin(FAST)
  const page = browser.page()
  await page.addInitScript(watch)
  await page.goto(front.url + path)
  await front.link.quietFor(short ? 1_000 : 5_000)
  const devtools = await browser.context().newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU })
  return { browser, page, devtools }
}

async function taps(front: Front): Promise<void> {
  const all: Map<string, number>[] = []
  for (let i = 0; i < runs; i++) {
    const { browser, page } = await phone(front, '/')
    try {
      front.link.begin(SLOW)
      all.push(await walk(page, front))
    } finally {
      await browser.dispose()
    }
  }
  console.log(`a tap's first change, over ${SLOW.bits / 1000} kbit/s and ${SLOW.rtt} ms`)
  for (const what of all[0]!.keys()) {
    const took = median(all.map((times) => times.get(what)!))
    judge.aim(what, took, MOST.tap)
  }
}

/** Scrolls a page of a new browser; `before` sees the page first. */
async function scrolled(front: Front, path: string, before?: (page: Page) => Promise<void>): Promise<Scrolled> {
  const { browser, page, devtools } = await phone(front, path)
  try {
    await before?.(page)
    return await scrollPast(page, devtools, 'main article', PRODUCTS)
  } finally {
    await browser.dispose()
  }
}

async function scrolling(front: Front): Promise<void> {
  const own = await scrolled(front, '/product', async (page) =>
    front.give(PLAIN, { type: 'text/html', body: await plainPage(page, PRODUCTS) }),
  )
  const plain = await scrolled(front, PLAIN)
  console.log(`${own.passed} products scrolled past, beside ${plain.passed} of the same cards in a plain page`)
  judge.aim('p99 of the longest task in a frame', own.task, MOST.task)
  const times = own.frame / plain.frame
  const frames = `${own.frame.toFixed(1)} / ${plain.frame.toFixed(1)} ms`
  judge.line(`p95 of a frame, ${frames}`, `${times.toFixed(2)} ×`, `${MOST.frame} ×`, times <= MOST.frame)
  judge.line('layout shift', own.shift.toFixed(4), String(MOST.shift), own.shift <= MOST.shift)
}

async function flips(front: Front): Promise<void> {
  console.log('layout shift while the network goes and comes, ten times')
  for (const path of ['/', '/product', '/shop', '/mine']) {
    const { browser, page } = await phone(front, path)
    try {
      await page.evaluate(() => window.watched())
      for (let i = 0; i < 10; i++) {
        await browser.context().setOffline(i % 2 === 0)
        // The page must notice the change, and show it in the status area, before the next one.
        await page.waitForFunction((offline) => navigator.onLine !== offline, i % 2 === 0)
        await front.link.quietFor(short ? 100 : 1_500)
      }
      const { shift } = await page.evaluate(() => window.watched())
      judge.line(path, shift.toFixed(4), String(MOST.shift), shift <= MOST.shift)
    } finally {
      await browser.dispose()
    }
  }
}

if (!(await freshBuild(fileURLToPath(new URL('..', import.meta.url)).replace(/[\\/]$/, '')))) process.exit(1)
const market = await marketOf(PRODUCTS)
const front = await openFront(market.url)
try {
  const before = load()
  await taps(front)
  await scrolling(front)
  await flips(front)
  console.log(`page slowed ${CPU} ×; load ${before} before, ${load()} after, ${availableParallelism()} cores`)
  process.exitCode = short || judge.holds ? 0 : 1
} finally {
  await front.close()
  await market.close()
}
