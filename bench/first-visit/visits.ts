import { openBrowser, type Browser } from '../../tests/support/browsers/browser.ts'
import type { Front } from './front.ts'
import type { LinkSpeed } from './link.ts'
import { favour, probe, tapProduct, type Seen } from './probe.ts'

// Visits of a person with a slow phone, each measured from the beginning of its navigation.

/** On what the visits are made: how much the page's processor is slowed, and over which link. */
export interface Setting {
  cpu: number
  speed: LinkSpeed
}

/** Where a page is shown. */
type Page = ReturnType<Browser['page']>

/** Nothing more comes once nothing has come for so long (ms): a page waits for its idle time before it fetches more. */
const QUIET_MS = 5_000
/** A page without a worker fetches nothing later on. */
const REFERENCE_QUIET_MS = 1_500

/** A browser of somebody who has never been here. */
const newBrowser = (front: Front): Promise<Browser> => openBrowser({}, front.browserArgs)

/** Opens an address in a page that is slowed and watched, as soon as there is something of it. */
async function visit(browser: Browser, address: string, cpu: number): Promise<Page> {
  const page = browser.page()
  await page.addInitScript(probe)
  const devtools = await browser.context().newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: cpu })
  await page.goto(address, { waitUntil: 'commit', timeout: 60_000 })
  return page
}

/** Resolves when the first product is painted. */
async function productSeen(page: Page): Promise<number> {
  await page.waitForFunction(() => window.seen().product !== undefined, undefined, { polling: 50, timeout: 60_000 })
  return page.evaluate(() => window.seen().product!)
}

/** How a page came up. */
export type Shown = Required<Pick<Seen, 'product' | 'lcp' | 'shift' | 'blocking'>>

async function read(page: Page): Promise<Shown> {
  const { product, lcp, lcpIsPicture, shift, blocking } = await page.evaluate(() => window.seen())
  if (product === undefined || lcp === undefined) throw new Error('no product was painted')
  if (!lcpIsPicture) throw new Error('the largest paint was no picture')
  return { product, lcp, shift, blocking }
}

/** Opens a page that has no worker, on a new browser, until nothing more comes. */
export async function referenceVisit(front: Front, path: string, { cpu, speed }: Setting): Promise<Shown> {
  const browser = await newBrowser(front)
  try {
    front.link.begin(speed)
    const page = await visit(browser, front.url + path, cpu)
    await productSeen(page)
    await front.link.quietFor(REFERENCE_QUIET_MS)
    return await read(page)
  } finally {
    await browser.dispose()
  }
}

/** How soon the first product is seen on a new browser (ms). */
export async function firstProduct(front: Front, path: string, { cpu, speed }: Setting): Promise<number> {
  const browser = await newBrowser(front)
  try {
    front.link.begin(speed)
    return await productSeen(await visit(browser, front.url + path, cpu))
  } finally {
    await browser.dispose()
  }
}

/** The kilobytes that had arrived when the app first answered a tap, and when a gesture was saved. */
export async function kilobytesUntil(what: 'tap' | 'gesture', front: Front, { cpu, speed }: Setting): Promise<number> {
  const browser = await newBrowser(front)
  try {
    front.link.begin(speed)
    const page = await visit(browser, front.url, cpu)
    await productSeen(page)
    const at =
      what === 'tap'
        ? (await page.evaluate(tapProduct, { patient: true, wanted: ['title'] as const })).at
        : await page.evaluate(favour)
    return front.link.bytesUntil(at) / 1000
  } finally {
    await browser.dispose()
  }
}

/** A first visit and those that follow it; times in ms, sizes in kB. */
export interface Visits extends Shown {
  /** All that came over the link, and when the last of it did. */
  kilobytes: number
  quiet: number
  /** From a tap to the product's title, price and picture. */
  tap: number
  /** The first product when the browser is opened again: with a network, and without one. */
  repeat: number
  offline: number
}

/** A first visit, a tap once everything has come, a second visit, and one without a network. */
export async function visits(front: Front, { cpu, speed }: Setting): Promise<Visits> {
  const browser = await newBrowser(front)
  try {
    front.link.begin(speed)
    const page = await visit(browser, front.url, cpu)
    await productSeen(page)
    const last = await front.link.quietFor(QUIET_MS)
    const kilobytes = front.link.bytesUntil(last) / 1000
    const quiet = last - (await page.evaluate(() => performance.timeOrigin))
    const shown = await read(page)
    const tap = await page.evaluate(tapProduct, { patient: false, wanted: ['title', 'price', 'picture'] as const })

    await browser.reopen()
    front.link.begin(speed)
    const repeat = await productSeen(await visit(browser, front.url, cpu))
    await front.link.quietFor(QUIET_MS)

    await browser.quit()
    front.link.cut()
    await browser.reopen({ offline: true })
    const offline = await productSeen(await visit(browser, front.url, cpu))
    return { ...shown, kilobytes, quiet, tap: tap.took, repeat, offline }
  } finally {
    await browser.dispose()
  }
}
