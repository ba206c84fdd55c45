import { afterAll, beforeAll, expect, it } from 'vitest'
import { marketCommand } from '#server/operator/commands/command.ts'
import { openBrowser, type Browser } from '../../support/browsers/browser.ts'
import { startMarket, type Market } from '../../support/servers/servers.ts'
import { newPerson, type Person } from '../people/people.ts'
import { placeOrder } from '../people/placed-order.ts'
import { logIn, open } from '../people/shopper.ts'

// Somebody tops up ether on a simulated network and pays an order with it; the rate moves while they look.

let market: Market
let browser: Browser
let person: Person
beforeAll(async () => {
  market = await startMarket({ TEST_MONEY: '0', SIMULATED_BLOCK_SECONDS: '1' })
  person = await newPerson(market)
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.dispose()
  await market?.close()
})

it('an order is paid in ether, at the amount that was shown', async () => {
  const page = browser.page()
  await logIn(page, market.url, person)
  const payment = `/pay?ids=${await placeOrder(market, person)}`
  await open(page, market.url, payment)
  await page.getByRole('button', { name: /^ETH/ }).click()
  await page.getByText('Insufficient balance', { exact: true }).waitFor()
  await page.getByRole('link', { name: 'Top up', exact: true }).click()
  await page.getByLabel('Amount in ETH', { exact: true }).fill('1')
  await page.getByRole('button', { name: 'Send test coins' }).click()
  await open(page, market.url, '/wallet')
  await page.getByText('+1.00 ETH').waitFor({ timeout: 120_000 })
  await page.getByText('Available to spend · counts as $3,000.00 here').waitFor()

  // Ether is chosen, because the person has enough of no other coin.
  await open(page, market.url, payment)
  const pay = page.getByRole('button', { name: /^Pay 0\.\d+ ETH$/ })
  await pay.waitFor()
  const first = (await pay.textContent())!
  // Another quote takes the place of this one: its payment is refused, and the new amount is shown first.
  await marketCommand(['rate', 'ETH', '2000', 'fixed'], { DATA_DIR: market.dataDir })
  const other = await browser.context().newPage()
  await other.goto(market.url + payment)
  await other.getByRole('button', { name: /^Pay 0\.\d+ ETH$/ }).waitFor()
  await other.close()
  await page.getByLabel('Fund password', { exact: true }).fill(person.password)
  await pay.click()
  await page.getByText('The amount has been updated. Check it before you pay.').waitFor()
  const second = (await pay.textContent())!
  expect(second).not.toBe(first)
  await pay.click()
  await page.getByText(`${second.slice('Pay '.length)} paid`).waitFor()
  await page.getByRole('link', { name: 'View order' }).click()
  await page.getByText(second.slice('Pay '.length), { exact: true }).waitFor()
  await open(page, market.url, '/wallet')
  await page.getByRole('button', { name: 'Check now' }).click()
  await page.getByText('Your balance is correct. Entries checked: 2.').waitFor()
  expect(browser.errors).toEqual([])
})
