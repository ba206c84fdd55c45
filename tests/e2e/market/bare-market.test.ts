import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openWindow, type BrowserWindow } from '../../support/browsers/browser.ts'
import { startMarket, type Market } from '../../support/servers/servers.ts'
import { newPerson } from '../people/people.ts'
import { logIn, open } from '../people/shopper.ts'

// A market that has just begun offers nothing that it has not got: no loans, no pictures of the demo, no way from an
// empty screen to itself.

let market: Market
let window: BrowserWindow
beforeAll(async () => {
  market = await startMarket({ DEMO: '0' })
  window = await openWindow()
})
afterAll(async () => {
  await window?.dispose()
  await market?.close()
})

const link = (page: Page, name: RegExp): Locator => page.getByRole('main').getByRole('link', { name })

it('without questions and answers it leads to who answers', async () => {
  const page = window.page()
  await open(page, market.url, '/faqs')
  await page.getByText('Nothing here yet').waitFor()
  expect(await link(page, /^Questions and answers$/).count()).toBe(0)
  expect(await link(page, /^Customer service$/).getAttribute('href')).toMatch(/^\/talks/)
})

it('an account offers no loan where none is lent, and no credits of pictures that are not there', async () => {
  const page = window.page()
  await logIn(page, market.url, await newPerson(market, { paying: false }))
  await open(page, market.url, '/mine')
  await link(page, /^Sell on this market/).waitFor()
  // The row of the loan comes with the market's settings, as the market's name does.
  await link(page, /^Language/).waitFor()
  expect(await link(page, /^Loan application/).count()).toBe(0)
  await open(page, market.url, '/setting')
  await page.getByText('Version', { exact: true }).waitFor()
  expect(await link(page, /^Picture credits/).count()).toBe(0)
  expect(window.errors).toEqual([])
})
