import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openWindow, type BrowserWindow } from '../../support/browsers/browser.ts'
import { startMarket, type Market } from '../../support/servers/servers.ts'
import { faultsHere } from '../screens/axe.ts'
import { enterDesks } from '../people/operators.ts'
import { newPerson, type Person } from '../people/people.ts'
import { logIn, open } from '../people/shopper.ts'

// On a phone, an operator checks the books, reads what a fee comes to before saving it, is shown at its field why a
// value is refused, and sets how much a store may do in a day.

const FEE = 'Market fee on store earnings (percent)'
const STORE_DAY = 'Daily change limit per store'

let market: Market
let operator: Person
let desk: BrowserWindow
beforeAll(async () => {
  market = await startMarket({ DEMO: '0', TEST_MONEY: '1' })
  operator = await newPerson(market)
  desk = await openWindow({ viewport: { width: 360, height: 740 } })
  await logIn(desk.page(), market.url, operator)
  await enterDesks(desk.page(), market.url, market, operator)
})
afterAll(async () => {
  await desk?.dispose()
  await market?.close()
})

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const save = (page: Page, name: string) => page.getByRole('button', { name: `Save “${name}”`, exact: true }).click()
const isWide = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)

it('the books are checked when the operator asks', async () => {
  const page = desk.page()
  await open(page, market.url, '/operator/reserves')
  const books = page.getByRole('region', { name: 'Books', exact: true })
  await books.getByRole('button', { name: 'Check the books' }).click()
  await books.getByText(/^The books are correct\. /).waitFor()
  await books.getByText(/^Last check: /).waitFor()
  expect(await faultsHere(page, 'the books')).toEqual([])
  expect(await isWide(page)).toBe(false)
})

it('a fee is shown on an order before it is saved', async () => {
  const page = desk.page()
  await open(page, market.url, '/operator/money')
  await field(page, FEE).fill('2,5')
  await page.getByText(/^A store pays \$2\.50 on an order of \$100\.00, starting 14 days after /).waitFor()
  expect(await faultsHere(page, 'the fee')).toEqual([])
  expect(await isWide(page)).toBe(false)
  await field(page, FEE).fill('51')
  await save(page, FEE)
  await page.getByText('Enter a percentage from 0 to 50 with up to two decimal places.').waitFor()
  expect(await field(page, FEE).getAttribute('aria-invalid')).toBe('true')
  expect(await faultsHere(page, 'a fee that is refused')).toEqual([])
})

it('a limit is refused at its field, and holds once it is in its range', async () => {
  const page = desk.page()
  await field(page, STORE_DAY).fill('999')
  await save(page, STORE_DAY)
  await page.getByText('Enter a whole number of changes from 1,000 to 1,000,000.').waitFor()
  await field(page, STORE_DAY).fill('60000')
  await save(page, STORE_DAY)
  await page.getByText('Done', { exact: true }).first().waitFor()
  await open(page, market.url, '/operator/money')
  await expect.poll(() => field(page, STORE_DAY).inputValue(), { timeout: 20_000 }).toBe('60000')
})
