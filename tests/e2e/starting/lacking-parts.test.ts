import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openWindow, type BrowserWindow } from '../../support/browsers/browser.ts'
import { startFaultProxy, type FaultProxy, type NetworkFault } from '../../support/servers/fault-proxy.ts'
import { missingChromium, programOf } from '../../support/browsers/old-chromium.ts'
import { startMarket, type Market } from '../../support/servers/servers.ts'
import { simpleProducts } from '../people/people.ts'
import { goodsKept, goWithin, open, takenOver, until } from '../people/shopper.ts'

// A network that fails for a moment of a first visit. What the page or its worker could not load then comes once there
// is a network, in the same page: engines up to Chromium 150 remember of a module that it could not be fetched.

let market: Market
let proxy: FaultProxy
let browser: BrowserWindow
let page: Page
/** How many requests a fault has struck. */
let struck = 0
/** Strikes the requests for files of the build by the beginning of their names; `when` tells which, counted from 1. */
const strike = (fault: NetworkFault, name: string | RegExp, when: (count: number) => boolean = () => true): void => {
  struck = 0
  let count = 0
  proxy.before = ({ path }) => {
    const hit = typeof name === 'string' ? path.startsWith(`/assets/${name}`) : name.test(path)
    if (!hit || !when(++count)) return undefined
    struck++
    return fault
  }
}
const wasStruck = (): Promise<number> =>
  until(
    () => Promise.resolve(struck),
    (n) => n > 0,
  )
const mend = (): void => {
  proxy.before = () => undefined
}
/** The paths of the scripts that the page has run; a module that has run twice is there twice. */
async function scriptsOf(of: Page): Promise<string[]> {
  const ran: string[] = []
  const session = await of.context().newCDPSession(of)
  session.on('Debugger.scriptParsed', ({ url }) => {
    if (url.includes('/assets/')) ran.push(new URL(url).pathname)
  })
  await session.send('Debugger.enable')
  return ran
}
const notOpened = (): Promise<void> => page.getByText('We could not open this screen').waitFor()
/** Presses the button, unless the screen has come by itself meanwhile: with the person, who is known a moment later. */
const tryAgain = (): Promise<void> =>
  page.evaluate(() => {
    const buttons = [...document.querySelectorAll<HTMLElement>('main button')]
    buttons.find(({ textContent }) => textContent === 'Try again')?.click()
  })

beforeAll(async () => {
  market = await startMarket()
  proxy = await startFaultProxy(market.url)
})
afterAll(async () => {
  await proxy?.close()
  await market?.close()
})
/** Stories of a part of the worker that could not be loaded. */
function workerParts(): void {
  it('is loaded by another worker, and the gesture that needed it is saved', async () => {
    const [product] = await simpleProducts(market, 1)
    strike('refuse', 'worker-part-')
    await open(page, proxy.url, `/goods?id=${product!.id}`)
    await wasStruck()
    mend()
    await goodsKept(page, product!.id)
    await page.getByRole('button', { name: 'Add to cart', exact: true }).click()
    await page.getByText('Added to cart').first().waitFor()
  })

  it('is loaded by another worker, and the search that needed it is answered', async () => {
    const [product] = await simpleProducts(market, 1)
    await open(page, proxy.url, `/goods?id=${product!.id}`)
    await goodsKept(page, product!.id)
    strike('refuse', 'worker-part-search')
    await goWithin(page, '/search')
    await page.getByRole('combobox').fill(product!.title)
    await wasStruck()
    mend()
    await page.getByRole('combobox').press('Enter')
    await page.locator('main').getByText(product!.title).first().waitFor()
  })
}

/** Stories of a part of the page that could not be loaded. */
function pageParts(): void {
  it.each([
    ['its own code', 'refuse', 'know-screen-', '/know', 'text=For buyers'],
    ['code that it imports', 'refuse', 'product-list-', '/product', 'article'],
    ['its style sheet', 'refuse', /\/search-screen-[\w-]+\.css$/, '/search', '[role=combobox]'],
    ["a captive portal's page for its code", 'portal', 'know-screen-', '/know', 'text=For buyers'],
  ] as const)('is a screen, by %s, that opens when it is tried again', async (_part, fault, name, path, shown) => {
    strike(fault, name)
    const ran = await scriptsOf(page)
    await open(page, proxy.url, '/lang')
    await goWithin(page, path)
    await notOpened()
    expect(struck).toBeGreaterThan(1)
    mend()
    await tryAgain()
    await page.locator(shown).first().waitFor()
    if (typeof name !== 'string')
      expect(await page.evaluate(() => [...document.styleSheets].map(({ href }) => href ?? '').join(' '))).toMatch(
        /search-screen/,
      )
    expect(ran).toEqual([...new Set(ran)])
    expect(ran.length).toBeGreaterThan(5)
  })

  it('is a sheet: it says so, is reported, and opens with the next tap', async () => {
    strike('refuse', 'filter-later-')
    const reported: string[] = []
    page.context().on('weberror', (error) => reported.push(error.error().name))
    await open(page, proxy.url, '/product')
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await page.getByText('Nothing is lost').first().waitFor()
    expect(reported).toContain('ChunkFailed')
    mend()
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await page.getByRole('dialog').getByText('Minimum order').first().waitFor()
  })

  it('is a language that is there when it is chosen again', async () => {
    await open(page, proxy.url, '/lang')
    strike('refuse', 'texts-start-zh')
    await page.getByRole('button', { name: '中文' }).click()
    await page.getByText('has not been loaded yet').first().waitFor()
    mend()
    await page.getByRole('button', { name: '中文' }).click()
    await until(
      () => page.locator('html').getAttribute('lang'),
      (lang) => lang === 'zh',
    )
  })

  it('is one that the document had named: the page works all the same', async () => {
    const [product] = await simpleProducts(market, 1)
    strike('busy', 'kit-', (count) => count === 1)
    await page.goto(`${proxy.url}/goods?id=${product!.id}`)
    await wasStruck()
    await takenOver(page)
    await page.getByRole('button', { name: 'Add to cart', exact: true }).click()
    await page.getByText('Added to cart').first().waitFor()
  })

  it('is one that no cache has kept: the screen opens, and what was typed elsewhere stays', async () => {
    await open(page, proxy.url, '/login')
    await page.getByRole('textbox', { name: 'Email' }).fill('ama@example.org')
    const session = await page.context().newCDPSession(page)
    await session.send('Network.enable')
    await session.send('Network.setCacheDisabled', { cacheDisabled: true })
    // It is fetched; then the engine asks for it once more, and that fails.
    strike('busy', 'know-screen-', (count) => count === 2)
    await goWithin(page, '/know')
    await page.locator('main').getByText('For buyers').first().waitFor()
    expect(struck).toBe(1)
    await takenOver(page)
    await goWithin(page, '/login')
    expect(await page.getByRole('textbox', { name: 'Email' }).inputValue()).toBe('ama@example.org')
  })
}

/** Our Chromium, which fetches a module again; and, where all stories are told, older ones that remember a failure. */
const RELEASES = process.env['ENGINE_STORIES'] === 'all' ? ([undefined, 119, 138] as const) : [undefined]
// One that cannot be had here is named with the reason, and counted as skipped.
const tried = await Promise.all(
  RELEASES.map(async (release) => ({ release, absent: release && (await missingChromium(release)) })),
)
for (const { release, absent } of tried) {
  const name = `Chromium${release === undefined ? '' : ` ${release}`}${absent === undefined ? '' : ` (${absent})`}`
  describe.skipIf(absent !== undefined)(`what could not be loaded in ${name}`, () => {
    beforeEach(async () => {
      mend()
      // The service worker would bring the rest of the shell by itself.
      browser = await openWindow({ serviceWorkers: 'block' }, release && programOf(release))
      page = browser.page()
    })
    afterEach(() => browser?.dispose())
    describe('of the worker', () => {
      workerParts()
    })
    describe('of the page', () => {
      pageParts()
    })
  })
}
