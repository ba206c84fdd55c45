import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openWindow, type BrowserWindow } from '../../support/browsers/browser.ts'
import { startMarket, type Market } from '../../support/servers/servers.ts'
import { browse, cards, place, scrollThrough, settled } from './lists.ts'
import { goWithin, open, shellKept, until } from '../people/shopper.ts'

// A list does not change under the eyes of a person who reads it, and they find it again as they left it.

let market: Market
let browser: BrowserWindow
beforeAll(async () => {
  market = await startMarket()
})
afterAll(() => market?.close())
beforeEach(async () => {
  browser = await openWindow()
})
afterEach(() => browser.dispose())

/** Moves the page's clock ahead. */
const pass = (page: Page, ms: number) =>
  page.addInitScript((by) => {
    const now = Date.now.bind(Date)
    Date.now = () => now() + by
  }, ms)

describe('a list that somebody reads', () => {
  const longest = (page: Page) =>
    page
      .locator('[aria-posinset]')
      .evaluateAll((items) => Math.max(0, ...items.map((item) => Number(item.getAttribute('aria-posinset')))))

  it('stays as it is when the network comes back, and begins again at its top', async () => {
    const page = browser.page()
    await browse(page, market.url)
    await browser.context().setOffline(true)
    await pass(page, 5 * 60_000)
    await open(page, market.url, '/product')
    await cards(page).first().waitFor()
    await scrollThrough(page, 100)
    await page.evaluate(() => scrollTo(0, Math.round(document.documentElement.scrollHeight * 0.6)))
    const [before, long] = [await settled(page), await longest(page)]
    let asked = 0
    await browser.context().route('**/api/index/pro', async (route) => {
      // Its next page may come.
      if (!('after' in (route.request().postDataJSON() as object))) asked++
      await route.continue()
    })
    await browser.context().setOffline(false)
    // As long as asking again may take to come through.
    await page.waitForTimeout(5000)
    expect([(await place(page)).seen, asked]).toEqual([before.seen, 0])
    expect(await longest(page)).toBeGreaterThanOrEqual(long)
    await page.evaluate(() => scrollTo(0, 0))
    await until(
      async () => asked,
      (n) => n > 0,
    )
    expect(browser.errors).toEqual([])
  })

  it('stays as it is when the shop’s answer comes while they read, with a way to the newer one at its end', async () => {
    const page = browser.page()
    await browse(page, market.url)
    await pass(page, 5 * 60_000)
    let answer = (): void => {}
    const held = new Promise<void>((resolve) => {
      answer = resolve
    })
    await browser.context().route('**/api/index/pro', async (route) => {
      await held
      await route.continue()
    })
    await open(page, market.url, '/product')
    await cards(page).first().waitFor()
    await scrollThrough(page, 100)
    await page.evaluate(() => scrollTo(0, Math.round(document.documentElement.scrollHeight * 0.6)))
    const [before, long] = [await settled(page), await longest(page)]
    const answered = page.waitForResponse('**/api/index/pro')
    answer()
    await answered
    await page.getByRole('button', { name: 'Show the full list' }).waitFor()
    expect([(await place(page)).seen, await longest(page)]).toEqual([before.seen, long])
    await page.getByRole('button', { name: 'Show the full list' }).click()
    await until(
      () => place(page),
      (now) => now.y === 0,
    )
    await until(
      () => longest(page),
      (n) => n < 100,
    )
    expect(browser.errors).toEqual([])
  })
})

describe('the stores that a text finds', () => {
  it('are not asked for again on the way back, and tell their age without a network', async () => {
    const page = browser.page()
    let asked = 0
    await browser.context().route('**/api/index/search_shop', async (route) => {
      asked++
      await route.continue()
    })
    const found = page.locator('main [role=listitem] a')
    await open(page, market.url, '/')
    await shellKept(page)
    await open(page, market.url, '/search?q=a&in=stores')
    await found.first().waitFor()
    await until(
      async () => asked,
      (n) => n === 1,
    )
    await found.first().click()
    await page.waitForURL('**/store/*')
    // The device knows a store by what it sells.
    await page.locator('main a[href^="/goods"]').first().waitFor()
    await page.goBack()
    await found.first().waitFor()
    await page.waitForTimeout(2500)
    expect(asked).toBe(1)
    await browser.context().setOffline(true)
    await pass(page, 15 * 60_000)
    await open(page, market.url, '/search?q=a&in=stores')
    await page.getByText('Offline: showing earlier results').waitFor()
    await page.getByText('updated 15 min. ago').waitFor()
    await page.getByRole('button', { name: 'Search saved products' }).click()
    await page.getByText('Offline: only saved stores are shown').waitFor()
    expect(browser.errors).toEqual([])
  })
})

describe('what a list says of itself', () => {
  it('without a network: that the filters fit nothing here, not that nothing is known', async () => {
    const page = browser.page()
    await browse(page, market.url)
    await browser.context().setOffline(true)
    await open(page, market.url, '/product?to=1')
    await page.getByText('No products match your filters').waitFor()
    await page.getByText('Showing saved products').waitFor()
    await page.getByRole('button', { name: 'Clear filters' }).waitFor()
  })

  it('with one, and a shop that is busy: not that it is offline', async () => {
    const page = browser.page()
    await browse(page, market.url)
    let asked = 0
    await browser.context().route('**/api/index/search_pro', async (route) => {
      asked++
      await route.fulfill({ status: 503, headers: { 'retry-after': '30' }, json: { code: 503, msg: 'busy', data: {} } })
    })
    await open(page, market.url, '/search?q=set')
    await until(
      async () => asked,
      (n) => n > 0,
    )
    await page.getByText(/^Searched \d+ saved products$/).waitFor()
    await page.waitForTimeout(500)
    expect(await page.getByText(/^Offline: /).count()).toBe(0)
  })

  it('that does not come: nothing, and no skeleton that never ends', async () => {
    const page = browser.page()
    await browser.context().route('**/api/index/category', (route) => route.abort())
    // From within: the document of the screen itself would bring the categories along.
    await open(page, market.url, '/lang')
    await goWithin(page, '/search')
    await page.getByRole('region', { name: 'Recommended stores' }).waitFor()
    await until(
      () => page.getByRole('region', { name: 'Categories' }).count(),
      (n) => n === 0,
    )
  })
})
