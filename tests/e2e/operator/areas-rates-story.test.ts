import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { marketCommand } from '#server/operator/commands/command.ts'
import { openBrowser, type Browser } from '../../support/browsers/browser.ts'
import { startMarket, type Market } from '../../support/servers/servers.ts'
import { faultsHere } from '../screens/axe.ts'
import { enterDesks } from '../people/operators.ts'
import { newPerson, type Person } from '../people/people.ts'
import { logIn, open } from '../people/shopper.ts'

// An operator on a phone makes the market deliver to two countries alone, and takes that back; adds a currency, sets
// several rates, and removes one. The log says it in words.

let market: Market
let browser: Browser
let page: Page
let operator: Person
beforeAll(async () => {
  market = await startMarket()
  operator = await newPerson(market)
  browser = await openBrowser({ viewport: { width: 360, height: 740 } })
  page = browser.page()
  await logIn(page, market.url, operator)
  await enterDesks(page, market.url, market, operator)
})
afterAll(async () => {
  await browser?.dispose()
  await market?.close()
})

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
const dialog = () => page.getByRole('dialog')
const closed = () => dialog().waitFor({ state: 'detached' })
/** How many countries are open, as the desk says. */
const openNow = async (): Promise<number> =>
  Number(/^(\d+) of/.exec((await page.getByText(/^\d+ of \d+ countries are open$/).textContent())!)![1])
const isWide = () => page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)

it('countries are found in any language, and only two of them stay open, after a look at what is there', async () => {
  await open(page, market.url, '/operator/areas')
  const find = page.getByLabel('Find a country, in any language')
  await find.waitFor()
  const before = await openNow()
  for (const [text, name] of [
    ['Ägypten', 'Egypt'],
    ['沙特', 'Saudi Arabia'],
  ] as const) {
    await find.fill(text)
    await page.getByRole('list', { name: 'Areas' }).getByRole('listitem').nth(1).waitFor({ state: 'detached' })
    // By the keyboard.
    await page.getByRole('checkbox', { name, exact: true }).press('Space')
  }
  const bar = page.getByRole('group', { name: 'Selected: 2' })
  await bar.waitFor()
  expect(await faultsHere(page, 'chosen areas')).toEqual([])
  expect(await isWide()).toBe(false)
  await bar.getByRole('button', { name: 'Open only these' }).click()
  await dialog().getByText('Countries still open').waitFor()
  await dialog().getByText('Open orders going there').waitFor()
  await dialog().getByText('Existing orders continue.').waitFor()
  expect(await faultsHere(page, 'what would close')).toEqual([])
  await dialog()
    .getByRole('button', { name: /^Close \d+$/ })
    .click()
  await closed()
  await page.getByText(/^Closed: .+ and \d+ more$/).waitFor()
  await expect.poll(openNow).toBe(2)
  await find.fill('')
  await button('Closed').click()
  await page.getByRole('checkbox', { name: 'Germany', exact: true }).waitFor()
  expect(await page.getByRole('checkbox', { name: 'Egypt', exact: true }).count()).toBe(0)
  await button('Open again').click()
  await expect.poll(openNow).toBeGreaterThanOrEqual(before)
  expect(await isWide()).toBe(false)
})

it('a province is closed by its name, and its country says so', async () => {
  await open(page, market.url, '/operator/areas')
  await page.getByLabel('Find a country, in any language').fill('usa')
  await page.getByRole('link', { name: 'Provinces: United States' }).click()
  await page.getByLabel('Find a province').fill('california')
  await page.getByRole('checkbox', { name: 'California', exact: true }).check()
  await page.getByRole('group', { name: 'Selected: 1' }).getByRole('button', { name: 'Close' }).click()
  await dialog().getByRole('button', { name: 'Close 1' }).click()
  await closed()
  await page.getByText('Closed: California', { exact: true }).waitFor()
  expect(await faultsHere(page, 'provinces')).toEqual([])
  await page.getByRole('link', { name: 'All countries' }).click()
  await page.getByText('Provinces that differ: 1').waitFor()
})

it('a currency is added from a list, and waits for a second operator', async () => {
  await open(page, market.url, '/operator/rates')
  await button('Add a currency').click()
  await dialog().getByRole('button', { name: 'Set the rate' }).click()
  await dialog().getByText('Choose one from the list').waitFor()
  await dialog().getByText('Enter a number such as 1.08').waitFor()
  expect(await faultsHere(page, 'a new currency')).toEqual([])
  await dialog().getByRole('combobox', { name: 'Currency or coin' }).fill('egyp')
  await dialog().getByRole('option', { name: 'Egyptian Pound (EGP)' }).click()
  await dialog().getByText('Decimal places in prices: 2').waitFor()
  await dialog().getByLabel('Value of one unit, in USD').fill('0,0205')
  await dialog().getByText('= $0.0205').waitFor()
  await dialog().getByRole('button', { name: 'Set the rate' }).click()
  await closed()
  await page.getByText('Waiting for another operator: Egyptian Pound').waitFor()
  await open(page, market.url, '/operator/acts')
  await page.getByText('Set the rate of one EGP to 0.0205').waitFor()
})

it('rates are set together with their source and history, and one that nobody uses is removed', async () => {
  await marketCommand(['rate', 'JPY', '0.0067'], { DATA_DIR: market.dataDir })
  await open(page, market.url, '/operator/rates')
  const rates = page.getByRole('list', { name: 'Currencies and rates' })
  const row = (name: string) => rates.getByRole('button', { name: new RegExp(`^${name}`) })
  await row('Japanese Yen').getByText('Server command').waitFor()
  await button('Set several rates').click()
  await dialog().getByLabel('Euro (EUR)').fill('1,0625')
  await dialog()
    .getByText(/^Change: /)
    .waitFor()
  await dialog().getByLabel('Japanese Yen (JPY)').fill('much')
  await dialog().getByRole('button', { name: 'Set the rates' }).click()
  await dialog().getByText('Enter a number such as 1.08').waitFor()
  await dialog().getByLabel('Japanese Yen (JPY)').fill('0.0067')
  expect(await faultsHere(page, 'several rates')).toEqual([])
  expect(await isWide()).toBe(false)
  await dialog().getByRole('button', { name: 'Set the rates' }).click()
  await closed()
  await row('Euro').getByText('$1.0625').waitFor()
  await row('Euro').getByText(operator.username).waitFor()
  expect(await faultsHere(page, 'rates')).toEqual([])
  expect(await isWide()).toBe(false)

  // Stores of the demo have goods in euros.
  await row('Euro').click()
  await dialog().getByText('It can be removed once nobody uses it.').waitFor()
  await dialog().getByRole('list', { name: 'Recent changes' }).getByText('$1.0625').waitFor()
  expect(await dialog().getByRole('button', { name: 'Remove', exact: true }).count()).toBe(0)
  expect(await faultsHere(page, 'a rate')).toEqual([])
  await page.keyboard.press('Escape')
  await closed()
  await row('Japanese Yen').click()
  await dialog().getByText('Nobody uses it.').waitFor()
  await dialog().getByRole('button', { name: 'Remove', exact: true }).click()
  await closed()
  await row('Japanese Yen').waitFor({ state: 'detached' })
})

it('the log says all of it in words', async () => {
  await open(page, market.url, '/operator/audit')
  const log = page.getByRole('list', { name: 'Audit log' })
  await log.waitFor()
  for (const text of [
    'Removed: Japanese Yen',
    'Rate of Euro: 1.0625',
    'Closed: California (United States)',
    /^Opened: .+ and \d+ more$/,
    /^Open only: .*Egypt.*\. Closed: \d+$/,
  ])
    await log.getByText(text).first().waitFor()
  expect(await log.getByText(/^(area|rate)\.(open|close|only|put|remove)$/).count()).toBe(0)
  expect(browser.errors).toEqual([])
})
