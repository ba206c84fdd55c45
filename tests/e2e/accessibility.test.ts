import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openWindow, type BrowserWindow } from '../support/browser.ts'
import { startFaultProxy, type FaultProxy } from '../support/fault-proxy.ts'
import { startMarket, type Market } from '../support/servers.ts'
import { sideBySide } from '../support/side-by-side.ts'
import { keysShown } from './keys-shown.ts'
import { newPerson, simpleProducts } from './people.ts'
import { logIn, open, until, goodsKept } from './shopper.ts'
import { addHere, makeTroubles } from './troubles.ts'

// WCAG 2.2 AA as far as a machine can see: axe finds nothing on any screen, in both themes and directions; and no
// screen scrolls sideways at 320 px, which is 200 % zoom on a phone.

let market: Market
let proxy: FaultProxy
let product: number
beforeAll(async () => {
  market = await startMarket()
  proxy = await startFaultProxy(market.url)
  product = (await simpleProducts(market, 1))[0]!.id
})
afterAll(async () => {
  await proxy?.close()
  await market?.close()
})

const paths = (): string[] => [
  '/',
  '/product',
  '/category/1',
  `/goods?id=${product}`,
  '/shop',
  '/collect',
  '/collectShop',
  '/store/1',
  '/mine',
  '/setting',
  '/lang',
  '/login',
  '/register',
  '/resetPwd',
  '/orderChecked',
  '/order',
  '/sync',
  '/page/13',
  '/page/33',
  '/article-detail/1',
  '/faqs',
  '/know',
  '/install',
  '/tiktok-flow',
  '/message',
  '/talks',
  '/talks?to=1',
  '/quotes',
  `/askPrice?id=${product}`,
  '/watches',
  '/quick-order',
  '/lists',
  '/print',
  '/search',
  '/search?q=bag',
  '/search?q=bag&in=stores',
  '/search?q=zzqqzz',
  '/product?from=100&stock=1',
]
/** The routes of the table that neither list has by hand, each with a number for whatever it takes. */
function others(among: readonly string[]): string[] {
  const table = readFileSync(new URL('../../src/app/routes.ts', import.meta.url), 'utf8')
  const tried = among.map((path) => path.replace(/[?#].*/, ''))
  return [...table.matchAll(/path: '(\/[^'*]*)'/g)]
    .map((m) => m[1]!)
    .filter((pattern) => !tried.some((path) => new RegExp(`^${pattern.replace(/:\w+/g, '[^/]+')}$`).test(path)))
    .map((pattern) => pattern.replace(/:\w+/g, '1'))
}

/** Shown in full only to somebody who is signed in. */
const own = (): string[] => [
  '/shop',
  '/orderChecked',
  '/order',
  '/order?tab=unpaid',
  '/pay',
  '/success',
  '/mine',
  '/setting',
  '/address',
  '/insertAddress',
  '/collect',
  '/',
  '/message',
  '/talks',
  '/talks?to=1',
  '/quotes',
  `/quotes/${randomUUID()}`,
  `/askPrice?id=${product}`,
  '/watches',
  '/lists',
  `/lists/${randomUUID()}`,
  '/quick-order',
  '/print',
  '/review',
  '/report',
  '/merchant',
  '/loan',
  '/centre',
  '/centre/1',
  '/operator',
  '/operator/people',
]
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** What axe finds on the page as it is. */
async function faultsHere(page: Page, path: string): Promise<string[]> {
  // A product card is named by its title alone and the cart's tab "Cart, 3", as the product demands; axe would want
  // every word of them in the name.
  const { violations } = await new AxeBuilder({ page })
    // In the page itself, without a further one for each answer: nothing here stands in a frame.
    .setLegacyMode()
    // Beyond WCAG: everything stands in a landmark.
    .options({ rules: { region: { enabled: true } }, resultTypes: ['violations'] })
    .withTags(TAGS)
    .disableRules('label-content-name-mismatch')
    .analyze()
  return violations.flatMap((v) => {
    // What has scrolled half under the tab bar is not small.
    const nodes = v.nodes.filter((n) => !(v.id === 'target-size' && /obscured/.test(n.failureSummary ?? '')))
    return nodes.length > 0
      ? [
          `${path}: ${v.id}: ${nodes
            .slice(0, 3)
            .map((n) => `${n.target.join(' ')} ${n.failureSummary?.split('\n').slice(1, 2).join('').trim()}`)
            .join(' | ')}`,
        ]
      : []
  })
}

/** What axe finds on every screen, as sentences. */
async function faultsOn(browser: BrowserWindow, among: string[]): Promise<string[]> {
  const pages = [browser.page(), await browser.context().newPage()] as const
  const found = await sideBySide(among, async (path, side) => {
    const page = pages[side]
    await open(page, proxy.url, path)
    // A list that has products may still show that more will come.
    await until(
      async () => ({
        path,
        waits:
          (await page.locator('[aria-busy=true]').count()) > 0 &&
          (await page.locator('a[href^="/goods"]').count()) === 0,
      }),
      (now) => !now.waits,
    )
    const faults = await faultsHere(page, path)
    await page.setViewportSize({ width: 320, height: 640 })
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    if (wide > 0) faults.push(`${path}: ${wide} px wider than a screen of 320 px`)
    await page.setViewportSize({ width: 360, height: 740 })
    if ((await page.getByRole('heading', { level: 1 }).count()) !== 1) faults.push(`${path}: not exactly one h1`)
    return [...faults, ...(await keysShown(page)).map((key) => `${path}: shows the key ${key}`)]
  })
  await pages[1].close()
  return found.flat()
}

describe('every screen, to assistive technology', () => {
  it.each([
    { locale: 'en-GB', colorScheme: 'light' },
    { locale: 'ar-EG', colorScheme: 'dark' },
    { locale: 'zh-CN', colorScheme: 'dark' },
  ] as const)('axe finds nothing as a guest, $locale, $colorScheme', async (options) => {
    const browser = await openWindow(options)
    try {
      expect(await faultsOn(browser, paths())).toEqual([])
      expect(browser.errors).toEqual([])
    } finally {
      await browser.dispose()
    }
  })

  it.each([
    { locale: 'en-GB', colorScheme: 'dark', typed: 'ba' },
    { locale: 'ar-EG', colorScheme: 'light', typed: 'حق' },
  ] as const)(
    'axe finds nothing while one types a search, nor in the filter drawer, $locale, $colorScheme',
    async ({ typed, ...options }) => {
      const browser = await openWindow(options)
      try {
        const page = browser.page()
        await open(page, proxy.url, '/product')
        await page.locator('main a[href^="/goods"]').first().waitFor()
        await page.locator('button:has(svg.lucide-sliders-horizontal)').click()
        await page.locator('dialog[open] select').waitFor()
        expect(await faultsHere(page, 'the filter drawer')).toEqual([])
        await open(page, proxy.url, '/search')
        await page.getByRole('combobox').fill(typed)
        await page.getByRole('option').nth(1).waitFor()
        await page.keyboard.press('ArrowDown')
        expect(await faultsHere(page, 'suggestions')).toEqual([])
        expect(browser.errors).toEqual([])
      } finally {
        await browser.dispose()
      }
    },
  )

  it('axe finds nothing signed in, with things in the cart', async () => {
    const person = await newPerson(market)
    const browser = await openWindow()
    try {
      await logIn(browser.page(), proxy.url, person)
      const page = browser.page()
      await open(page, proxy.url, `/goods?id=${product}`)
      await page.getByRole('button', { name: 'Add to cart', exact: true }).click()
      await page.getByText('Added to cart').first().waitFor()
      expect(await faultsOn(browser, [...own(), ...others([...paths(), ...own()])])).toEqual([])
    } finally {
      await browser.dispose()
    }
  })

  it.each([
    { locale: 'en-GB', colorScheme: 'light' },
    { locale: 'ar-EG', colorScheme: 'dark' },
  ] as const)('axe finds nothing in the orders of a store, $locale, $colorScheme', async (options) => {
    const browser = await openWindow(options)
    try {
      const page = browser.page()
      await open(page, proxy.url, '/login')
      await page.locator('input[type=email]').fill('lin@caravan.example')
      await page.locator('input[type=password]').fill('caravan-demo')
      await page.locator('main form button[type=submit]').click()
      await page.waitForURL((at) => at.pathname !== '/login')
      await open(page, proxy.url, '/centre')
      const order = page.locator('main a[href^="/centre/order/"]').first()
      await order.waitFor()
      await page.locator('main ul input[type=checkbox]').first().check()
      expect(await faultsHere(page, 'orders that are chosen')).toEqual([])
      const href = (await order.getAttribute('href'))!
      await open(page, proxy.url, href)
      await page.locator('[data-foot] button').click()
      await page.locator('dialog[open] form').waitFor()
      expect(await faultsHere(page, 'a parcel')).toEqual([])
      const id = decodeURIComponent(href.split('/').at(-1)!)
      const papers = ['pick', 'slip', 'label'].map((kind) => `/centre/print?kind=${kind}&ids=${id}`)
      expect(await faultsOn(browser, ['/centre?show=all', href, ...papers])).toEqual([])
    } finally {
      await browser.dispose()
    }
  })

  it.each([
    { locale: 'en-GB', colorScheme: 'light' },
    { locale: 'ar-EG', colorScheme: 'dark' },
    { locale: 'zh-CN', colorScheme: 'light' },
  ] as const)(
    'axe finds nothing where something waits, was refused and clashes, $locale, $colorScheme',
    async (options) => {
      const person = await newPerson(market)
      const browser = await openWindow(options)
      try {
        const page = browser.page()
        await open(page, proxy.url, '/login')
        await page.locator('input[type=email]').fill(person.email)
        await page.locator('input[type=password]').fill(person.password)
        await page.locator('main form button[type=submit]').click()
        await page.waitForURL((at) => at.pathname !== '/login')
        const [soldOut, other] = await simpleProducts(market, 2)
        await open(page, proxy.url, `/goods?id=${other!.id}`)
        await goodsKept(page, other!.id)
        await page.locator('[data-foot] button').last().waitFor()
        await makeTroubles(page, { market, proxy }, person, soldOut!)
        await open(page, proxy.url, '/sync')
        await page.locator('main dl').first().waitFor()
        // At the proxy: the service worker sends too, as soon as a page goes.
        proxy.before = ({ path }) => (path === '/api/sync/push' ? 'refuse' : undefined)
        await addHere(page, proxy.url, other!)
        expect(await faultsOn(browser, ['/sync', '/sync?at=needs', '/mine'])).toEqual([])
        await open(page, proxy.url, '/sync')
        await page.locator('main li').nth(2).waitFor()
      } finally {
        proxy.before = () => undefined
        await browser.dispose()
      }
    },
  )
})
