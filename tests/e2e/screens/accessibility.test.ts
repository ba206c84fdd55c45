import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openWindow } from '../../support/browsers/browser.ts'
import { startFaultProxy, type FaultProxy } from '../../support/servers/fault-proxy.ts'
import { startMarket, type Market } from '../../support/servers/servers.ts'
import { faultsHere, faultsOn, fits, patterns, signIn } from './axe.ts'
import { furnish, screensOf } from './furnish.ts'
import { newPerson, simpleProducts } from '../people/people.ts'
import { logIn, open, goodsKept } from '../people/shopper.ts'
import { addHere, makeTroubles } from '../people/troubles.ts'

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

const ofMoney = [
  '/fundPassword',
  '/recharge',
  '/recharge?coin=USDT',
  '/recharge?coin=USDT&network=tron',
  '/recharge?coin=USDT&network=tron&claim=',
  '/rechargeRecode',
  '/rechargeDetail?id=none',
  '/withdraw',
  '/withdraw?coin=USDT',
  '/withdraw?coin=USDT&network=tron',
  '/withdrawRecode',
  '/withdrawRecode?id=none',
  '/withdrawStop',
  `/withdrawStop#${randomUUID()}.${'x'.repeat(43)}`,
]

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
  '/wallet',
  ...ofMoney,
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
const others = (among: readonly string[]): string[] =>
  patterns()
    .filter((pattern) => !among.some((path) => fits(pattern, path)))
    .map((pattern) => pattern.replace(/:\w+/g, '1'))
/** Shown in full only to somebody who is signed in. */
const own = (): string[] => [
  '/shop',
  '/orderChecked',
  '/order',
  '/order?tab=unpaid',
  '/pay',
  '/success',
  '/mine',
  '/wallet',
  ...ofMoney,
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
describe('every screen, to assistive technology', () => {
  it.each([
    { locale: 'en-GB', colorScheme: 'light', go: open },
    { locale: 'ar-EG', colorScheme: 'dark', go: undefined },
    { locale: 'zh-CN', colorScheme: 'dark', go: undefined },
  ] as const)('axe finds nothing as a guest, $locale, $colorScheme', async ({ go, ...options }) => {
    const browser = await openWindow(options)
    try {
      expect(await faultsOn(browser, proxy.url, paths(), go)).toEqual([])
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
      expect(await faultsOn(browser, proxy.url, [...own(), ...others([...paths(), ...own()])])).toEqual([])
    } finally {
      await browser.dispose()
    }
  })

  it.each([
    { locale: 'en-GB', colorScheme: 'light' },
    { locale: 'ar-EG', colorScheme: 'dark' },
  ] as const)('axe finds nothing on what a person has and has said, $locale, $colorScheme', async (options) => {
    const person = await newPerson(market)
    const has = await furnish(market, person)
    const browser = await openWindow(options)
    try {
      await signIn(browser.page(), proxy.url, person)
      const orders = [`/order?id=${encodeURIComponent(has.received)}`, `/pay?ids=${encodeURIComponent(has.order)}`]
      // Filled, and not yet said to be missing.
      await open(browser.page(), proxy.url, `/review?id=${encodeURIComponent(has.received)}`)
      await browser.page().locator('main form textarea').waitFor()
      expect(await faultsOn(browser, proxy.url, [...screensOf(has), ...orders, '/mine'])).toEqual([])
      expect(browser.errors).toEqual([])
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
        await signIn(page, proxy.url, person)
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
        expect(await faultsOn(browser, proxy.url, ['/sync', '/sync?at=needs', '/mine'])).toEqual([])
        await open(page, proxy.url, '/sync')
        await page.locator('main li').nth(2).waitFor()
      } finally {
        proxy.before = () => undefined
        await browser.dispose()
      }
    },
  )
})
