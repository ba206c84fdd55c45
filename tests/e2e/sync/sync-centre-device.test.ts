import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openBrowser, type Browser } from '../../support/browsers/browser.ts'
import { startMarket, type Market } from '../../support/servers/servers.ts'
import { focused, open, waitForToast, goodsKept } from '../people/shopper.ts'

// The sync centre's report on the device itself: whether the shop can be reached, and what is kept here.

let market: Market
let browser: Browser

beforeAll(async () => {
  market = await startMarket()
})
afterAll(() => market?.close())
beforeEach(async () => {
  browser = await openBrowser({ hasTouch: true, isMobile: true })
})
afterEach(() => browser.dispose())

/** Has the device keep something of the catalogue. */
async function keepOne(page: Page): Promise<void> {
  await open(page, market.url, '/product')
  const href = await page.locator('main a[href*="/goods?id="]').first().getAttribute('href')
  await open(page, market.url, href!)
  await goodsKept(page, Number(/\d+$/.exec(href!)![0]))
}

describe('what this device says of itself', () => {
  it('says whether the shop was reached, to a guest too, and keeps what the browser answered', async () => {
    const page = browser.page()
    await open(page, market.url, '/sync?at=more')
    await page.getByText('Synced').first().waitFor()
    await page.getByRole('button', { name: 'Sync now' }).tap()
    await waitForToast(page, 'Synced')
    // The network that the device believes to have leads nowhere.
    await page.context().route('**/api/**', (route) => route.abort())
    await page.getByRole('button', { name: 'Sync now' }).tap()
    await waitForToast(page, 'Caravan cannot be reached right now')
    await page.context().unroute('**/api/**')
    const refused = page.getByText('The browser declined for now.')
    await page.getByRole('button', { name: 'Protect my data' }).tap()
    await refused.waitFor()
    await open(page, market.url, '/sync?at=more')
    await refused.waitFor()
    expect(browser.errors).toEqual([])
  })

  it('that the browser cannot be asked for its storage is said, and nothing stays empty', async () => {
    const page = browser.page()
    await page.addInitScript(() => {
      navigator.storage.estimate = () => Promise.reject(new TypeError('not here'))
    })
    await open(page, market.url, '/sync?at=more')
    await page.getByText('This browser does not offer protected storage.').waitFor()
    await page.getByText('The browser does not say how much space this takes.').waitFor()
    await page
      .getByRole('list', { name: 'Stored on this device' })
      .getByRole('heading', { name: 'Catalogue' })
      .waitFor()
    expect(browser.errors).toEqual([])
  })

  it('the focus stays in its part when what had it was freed', async () => {
    const page = browser.page()
    await keepOne(page)
    await open(page, market.url, '/sync?at=more')
    await page.getByRole('button', { name: 'Clear: Catalogue' }).press('Enter')
    await page.getByRole('button', { name: 'Clear now' }).press('Enter')
    await waitForToast(page, 'Cleared')
    await expect.poll(() => focused(page)).toBe('H2 Stored on this device')
    expect(browser.errors).toEqual([])
  })

  it('the report of a check holds what is kept and how much of each there may be', async () => {
    const page = browser.page()
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await keepOne(page)
    await open(page, market.url, '/sync?at=more')
    await page.getByRole('button', { name: 'Check now' }).tap()
    await page.getByRole('button', { name: 'Copy a report' }).press('Enter')
    await waitForToast(page, 'Report copied')
    const report = await page.evaluate(() => navigator.clipboard.readText())
    expect(report).toMatch(/^checked: \d+ rows, 0 intents, 0 issues$/m)
    expect(report).toMatch(/^products: [1-9]\d* of 60000 rows$/m)
    expect(report).toMatch(/^outbox: 0 of any rows$/m)
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new DOMException('', 'NotAllowedError'))
    })
    await page.getByRole('button', { name: 'Copy a report' }).tap()
    await waitForToast(page, 'This browser does not allow copying.')
    expect(browser.errors).toEqual([])
  })
})
