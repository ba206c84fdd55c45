import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { marketCommand } from '#server/operator/commands/command.ts'
import { openWindow, type BrowserWindow } from '../../support/browsers/browser.ts'
import { startMarket, type Market } from '../../support/servers/servers.ts'
import { faultsHere } from '../screens/axe.ts'
import { enterDesks } from '../people/operators.ts'
import { newPerson, type Person } from '../people/people.ts'
import { logIn, open } from '../people/shopper.ts'

// An operator of a new market chooses its currency on a phone, with the limits that come of it in sight. Buyers' phones
// follow, those that had met the market in dollars too; the demo's market stays as it is.

let market: Market
let operator: Person
let buyer: Person
let desk: BrowserWindow
let phone: BrowserWindow
beforeAll(async () => {
  market = await startMarket({ DEMO: '0', TEST_MONEY: '1' })
  operator = await newPerson(market)
  buyer = await newPerson(market)
  desk = await openWindow({ viewport: { width: 360, height: 740 } })
  phone = await openWindow({ viewport: { width: 360, height: 740 } })
  await logIn(desk.page(), market.url, operator)
  await enterDesks(desk.page(), market.url, market, operator)
})
afterAll(async () => {
  await desk?.dispose()
  await phone?.dispose()
  await market?.close()
})

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const isWide = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)
/** The currency that the settings say prices are shown in. */
const shownIn = (page: Page, code: string) => page.getByRole('button', { name: new RegExp(`^Currency\\s*${code}$`) })

it('a phone meets the market in dollars', async () => {
  const page = phone.page()
  await logIn(page, market.url, buyer)
  await open(page, market.url, '/setting')
  await shownIn(page, 'USD').waitFor()
  await open(page, market.url, '/mine')
  await page.getByText('$25,000.00', { exact: true }).first().waitFor()
})

it('the operator chooses pounds by name, and sees what the limits come to', async () => {
  const page = desk.page()
  await open(page, market.url, '/operator/rates')
  const section = page.getByRole('region', { name: 'The market’s currency' })
  await section.getByText('US Dollar (USD)').waitFor()
  await section.getByText('You can change it until the first order.').waitFor()
  await section.getByRole('button', { name: 'Choose another' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Choose another' }).click()
  await dialog.getByText('Choose one from the list').waitFor()
  await dialog.getByText('Enter a number such as 1.08').waitFor()
  expect(await faultsHere(page, 'no currency yet')).toEqual([])
  await dialog.getByRole('combobox', { name: 'New currency' }).fill('egyp')
  await dialog.getByRole('option', { name: 'Egyptian Pound (EGP)' }).click()
  await dialog.getByLabel('Value of one USD in the new currency').fill('48,5')
  await dialog.getByText('$1 = E£48.5').waitFor()
  const limits = dialog.getByRole('region', { name: 'Limits afterwards' })
  await limits.getByText('E£242,500.00').waitFor()
  await limits.getByText('E£485,000.00').waitFor()
  expect(await faultsHere(page, 'the market’s currency')).toEqual([])
  expect(await isWide(page)).toBe(false)
  await button(page, 'Use EGP').click()
  await dialog.waitFor({ state: 'detached' })
  await section.getByText('Egyptian Pound (EGP)').waitFor()
  const rates = page.getByRole('list', { name: 'Currencies and rates' })
  await rates
    .getByRole('button', { name: /^US Dollar/ })
    .getByText('E£48.5')
    .waitFor()
  expect(await faultsHere(page, 'rates in pounds')).toEqual([])
  expect(await isWide(page)).toBe(false)
  await open(page, market.url, '/operator/money')
  await expect
    .poll(() => page.getByRole('textbox', { name: 'Unpaid order limit per buyer' }).inputValue(), { timeout: 10_000 })
    .toBe('242500.00')
  await open(page, market.url, '/operator/audit')
  await page.getByText('The market’s currency: Egyptian Pound').first().waitFor()
})

it('phones follow: what they show, and what balances are worth', async () => {
  const page = phone.page()
  // By itself a page that is seen asks after a few minutes.
  await open(page, market.url, '/sync')
  await button(page, 'Sync now').click()
  await open(page, market.url, '/setting')
  await shownIn(page, 'EGP').waitFor()
  await shownIn(page, 'EGP').click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^US Dollar/ })
    .waitFor()
  await page.keyboard.press('Escape')
  await open(page, market.url, '/mine')
  await page.getByText('E£1,212,500.00', { exact: true }).first().waitFor()
  // The first document of somebody who was never here.
  const answer = await fetch(`${market.url}/`)
  expect(answer.headers.get('X-Currency')).toBe('EGP')
  const named = await fetch(`${market.url}/?currency=USD`)
  expect(named.headers.get('X-Currency')).toBe('USD')
})

it('where the demo’s orders are, the desk says why it is fixed', async () => {
  const demo = await startMarket()
  const window = await openWindow({ viewport: { width: 360, height: 740 } })
  try {
    const page = window.page()
    const other = await newPerson(demo)
    await logIn(page, demo.url, other)
    await enterDesks(page, demo.url, demo, other)
    await open(page, demo.url, '/operator/rates')
    const section = page.getByRole('region', { name: 'The market’s currency' })
    await section.getByText('This cannot change: the demo’s orders are in this currency.').waitFor()
    expect(await section.getByRole('button').count()).toBe(0)
    const { text } = await marketCommand(['currency', 'market'], { DATA_DIR: demo.dataDir })
    expect(text).toContain("The market's currency is USD. The demo’s orders are in USD")
  } finally {
    await window.dispose()
    await demo.close()
  }
  expect([...desk.errors, ...phone.errors]).toEqual([])
})
