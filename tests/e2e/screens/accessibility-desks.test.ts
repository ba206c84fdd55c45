import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openWindow } from '../../support/browsers/browser.ts'
import { startMarket, type Market } from '../../support/servers/servers.ts'
import { desks, faultsHere, faultsOn, patterns, signIn } from './axe.ts'
import { enterDesks } from '../people/operators.ts'
import { newPerson } from '../people/people.ts'
import { open } from '../people/shopper.ts'

// The same as accessibility.test.ts for the pages of a store's centre and the operator's desks, all that their tables
// have.

let market: Market
beforeAll(async () => {
  market = await startMarket()
})
afterAll(() => market?.close())

/** The pages of a store that take nothing but the store. */
const centre = (): string[] => patterns().filter((pattern) => /^\/centre(?!.*(:|print))/.test(pattern))

describe('desks, to assistive technology', () => {
  it.each([
    { locale: 'en-GB', colorScheme: 'light' },
    { locale: 'ar-EG', colorScheme: 'dark' },
  ] as const)('axe finds nothing in the orders of a store, $locale, $colorScheme', async (options) => {
    const browser = await openWindow(options)
    try {
      const page = browser.page()
      await signIn(page, market.url, { email: 'lin@caravan.example', password: 'caravan-demo' })
      await open(page, market.url, '/centre')
      const order = page.locator('main a[href^="/centre/order/"]').first()
      await order.waitFor()
      await page.locator('main [role=list] input[type=checkbox]').first().check()
      expect(await faultsHere(page, 'orders that are chosen')).toEqual([])
      const href = (await order.getAttribute('href'))!
      await open(page, market.url, href)
      await page.locator('[data-foot] button').click()
      await page.locator('dialog[open] form').waitFor()
      expect(await faultsHere(page, 'a parcel')).toEqual([])
      await open(page, market.url, '/centre/requests')
      const request = (await page.locator('main a[href^="/centre/requests/"]').first().getAttribute('href'))!
      await open(page, market.url, request)
      await page.locator('main button').first().click()
      await page.locator('main form').waitFor()
      expect(await faultsHere(page, 'an offer')).toEqual([])
      const id = decodeURIComponent(href.split('/').at(-1)!)
      const papers = ['pick', 'slip', 'label', 'invoice'].map((kind) => `/centre/print?kind=${kind}&ids=${id}`)
      await open(page, market.url, '/centre/goods')
      const goods = page.locator('main a[href^="/centre/goods/"]:not([href*="/new"], [href*="/import"])').first()
      const pages = [
        ...centre(),
        '/centre?show=all',
        '/centre?q=zzqqzz',
        href,
        request,
        (await goods.getAttribute('href'))!,
      ]
      expect(centre().length).toBeGreaterThanOrEqual(6)
      expect(await faultsOn(browser, market.url, [...pages, ...papers])).toEqual([])
    } finally {
      await browser.dispose()
    }
  })

  it.each([
    { locale: 'en-GB', colorScheme: 'dark' },
    { locale: 'ar-EG', colorScheme: 'light' },
  ] as const)("axe finds nothing on the operator's desks, $locale, $colorScheme", async (options) => {
    const person = await newPerson(market)
    const browser = await openWindow(options)
    try {
      const page = browser.page()
      await signIn(page, market.url, person)
      await enterDesks(page, market.url, market, person)
      expect(desks().length).toBeGreaterThanOrEqual(14)
      expect(await faultsOn(browser, market.url, ['/operator', ...desks()])).toEqual([])
      await open(page, market.url, '/operator/money')
      await page.locator('main canvas').nth(5).waitFor()
      await page.locator('main details summary').click()
      expect(await faultsHere(page, 'the figures as a table')).toEqual([])
      expect(browser.errors).toEqual([])
    } finally {
      await browser.dispose()
    }
  })
})
