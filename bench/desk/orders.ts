import type { Page } from 'playwright-core'
import { logIn, open, shellKept, until } from '../../tests/e2e/people/shopper.ts'
import { openBrowser, type Browser } from '../../tests/support/browsers/browser.ts'
import type { Market } from '../../tests/support/servers/servers.ts'
import { scrollPast, type Scrolled } from '../screens/scrolling.ts'
import { watch } from '../screens/watch.ts'
import type { Shop } from './market.ts'
import { watchDesk } from './watch.ts'

/** The longest that a device may take to have all orders (ms). */
const SYNCED_MS = 600_000

/** The screen of a store's orders to be sent, which the desk begins with, and that of all of them. */
export const screens = ['/centre', '/centre?show=all'] as const
type Screen = (typeof screens)[number]

/** A desk that has all orders of its store, in a page that is slowed. */
export interface Desk {
  /** How long it took until the device had all orders (ms). */
  synced: number
  /** Opens a screen by its address: from the beginning of the navigation until the first order is painted (ms). */
  firstOrder(screen: Screen): Promise<number>
  /** Scrolls through all orders. */
  scroll(): Promise<Scrolled>
  dispose(): Promise<void>
}

/** Signs the owner of a store in on a new browser, waits until all orders are there, and slows the page. */
export async function openDesk(market: Market, { owner, orders }: Shop, cpu: number): Promise<Desk> {
  const browser: Browser = await openBrowser()
  const page = browser.page()
  await page.addInitScript(watch)
  await page.addInitScript(watchDesk)
  await logIn(page, market.url, owner)
  const begun = performance.now()
  await open(page, market.url, '/centre')
  await until(
    () => kept(page),
    (count) => count === orders,
    SYNCED_MS,
  )
  const synced = performance.now() - begun
  await shellKept(page)
  const devtools = await browser.context().newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: cpu })
  const firstOrder = async (screen: Screen): Promise<number> => {
    await page.goto(market.url + screen, { waitUntil: 'load' })
    await page.waitForFunction(() => window.firstOrder() !== undefined)
    // The frame after it is what was measured.
    await page.evaluate(() => new Promise(requestAnimationFrame))
    return (await page.evaluate(() => window.firstOrder()))!
  }
  return {
    synced,
    firstOrder,
    scroll: async () => {
      await firstOrder('/centre?show=all')
      return scrollPast(page, devtools, 'main a[href^="/centre/order/"]', orders)
    },
    dispose: () => browser.dispose(),
  }
}

/** How many orders of stores the device has. */
const kept = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const read = (name: string): Promise<number> =>
      new Promise((resolve) => {
        const request = indexedDB.open(name)
        request.onerror = () => resolve(0)
        // Not there yet: the worker is the one who makes it.
        request.onupgradeneeded = () => request.transaction!.abort()
        request.onsuccess = () => {
          const db = request.result
          const end = (count: number): void => {
            db.close()
            resolve(count)
          }
          if (!db.objectStoreNames.contains('sales')) return end(0)
          const count = db.transaction('sales').objectStore('sales').count()
          count.onsuccess = () => end(count.result)
          count.onerror = () => end(0)
        }
      })
    // A desk is named by its store and its person.
    const desks = (await indexedDB.databases()).filter(({ name }) => /^caravan-user-.*\./.test(name ?? ''))
    return Math.max(0, ...(await Promise.all(desks.map(({ name }) => read(name!)))))
  })
