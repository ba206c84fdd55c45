import { afterAll, beforeAll, expect, it } from 'vitest'
import { openBrowser, type Browser } from '../../support/browsers/browser.ts'
import { startFaultProxy, type FaultProxy } from '../../support/servers/fault-proxy.ts'
import { startMarket, type Market } from '../../support/servers/servers.ts'
import { newPerson, type Person } from '../people/people.ts'
import { placeOrder } from '../people/placed-order.ts'
import { intoTunnel, logIn, open, shellKept } from '../people/shopper.ts'

// Somebody who lacks the money for an order tops up on a simulated network, claims the payment in a tunnel and returns
// to the order; then the network takes the payment back.

let market: Market
let proxy: FaultProxy
let browser: Browser
let person: Person
beforeAll(async () => {
  market = await startMarket({ TEST_MONEY: '0', SIMULATED_BLOCK_SECONDS: '1' })
  proxy = await startFaultProxy(market.url)
  person = await newPerson(market)
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.dispose()
  await proxy?.close()
  await market?.close()
})

it('a top-up on a test network is claimed in a tunnel, credited with what arrived, checked, and reversed', async () => {
  const page = browser.page()
  await logIn(page, proxy.url, person)
  await open(page, proxy.url, '/wallet')
  await page.getByText('Your wallet is empty').waitFor()
  const payment = `/pay?ids=${await placeOrder(market, person)}`
  await open(page, proxy.url, payment)
  await page.getByText(/^Insufficient balance/).waitFor()
  await page.getByRole('link', { name: 'Top up', exact: true }).click()
  await page.getByRole('link', { name: /^Tron/ }).click()
  await page.getByRole('img', { name: 'Your deposit address as a QR code' }).waitFor()
  await page.getByLabel('Amount in USDT', { exact: true }).fill('49.5')
  await page.getByRole('button', { name: 'Send test coins' }).click()
  await page.getByText('Sent. Payments to your own address appear in your top-ups.').waitFor()
  await shellKept(page)

  const out = await intoTunnel(browser, proxy)
  await page.getByRole('link', { name: 'Submit this payment' }).click()
  await page.getByLabel('Amount in USDT', { exact: true }).fill('50')
  await page.getByRole('button', { name: 'Submit', exact: true }).click()
  await page.waitForURL((at) => at.pathname === '/rechargeDetail')
  await out()
  await page.getByText('The money is in your wallet.').waitFor({ timeout: 120_000 })
  await page.getByText('You entered 50.00 USDT, but less arrived. We credit the amount that arrived.').waitFor()
  await page.getByRole('link', { name: 'Back to payment' }).click()
  await page.waitForURL((at) => decodeURIComponent(at.pathname + at.search) === payment)
  await page.getByText('49.50 USDT', { exact: true }).waitFor()

  await open(page, proxy.url, '/wallet')
  await page.getByText('+49.50 USDT').waitFor()
  await page.getByRole('button', { name: 'Check now' }).click()
  await page.getByText('Your balance is correct. Entries checked: 1.').waitFor()

  await open(page, proxy.url, '/rechargeRecode')
  await page.getByRole('link', { name: /49\.50 USDT/ }).click()
  await page.getByRole('button', { name: 'Reverse this test payment' }).click()
  await page.getByText('The network reversed this payment. If it comes back, we credit it again.').waitFor()
  await open(page, proxy.url, '/wallet')
  await page.getByText('Top-up reversed').waitFor()
  expect(browser.errors).toEqual([])
})
