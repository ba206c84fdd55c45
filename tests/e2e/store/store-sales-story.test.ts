import { afterAll, beforeAll, expect, it } from 'vitest'
import { marketCommand } from '#server/operator/commands/command.ts'
import { openBrowser, openWindow, type Browser, type BrowserWindow } from '../../support/browsers/browser.ts'
import { startFaultProxy, type FaultProxy } from '../../support/servers/fault-proxy.ts'
import { startMarket, type Market } from '../../support/servers/servers.ts'
import { goWithin, intoTunnel, logIn, open, shellKept, until } from '../people/shopper.ts'

// A seller ships half of an order in a tunnel. Its buyer sees the parcel and confirms it; the rest is shipped after it.

let market: Market
let proxy: FaultProxy
let seller: Browser
let buyer: BrowserWindow
beforeAll(async () => {
  market = await startMarket()
  proxy = await startFaultProxy(market.url)
  seller = await openBrowser()
  buyer = await openWindow()
})
afterAll(async () => {
  await buyer?.dispose()
  await seller?.dispose()
  await proxy?.close()
  await market?.close()
})

const password = 'caravan-demo'
const lin = { email: 'lin@caravan.example', password, username: '' }
const robin = { email: 'demo@caravan.example', password, username: '' }
const paid = async (): Promise<string> => (await marketCommand(['orders', 'paid'], { DATA_DIR: market.dataDir })).text

it('half an order shipped in a tunnel, seen and confirmed by its buyer, and the rest after it', async () => {
  const listed = (await paid()).split('\n').find((row) => row.includes(robin.email))!
  const [number, id] = listed.split('  ') as [string, string]
  const page = seller.page()
  await logIn(page, proxy.url, lin)
  await open(page, proxy.url, '/centre')
  await page.getByRole('link', { name: number }).waitFor()
  await shellKept(page)
  await page.getByLabel('Number, buyer, product, code or tracking').fill('nobody of that name')
  await page.getByText('No orders found').waitFor()
  await page.getByLabel('Number, buyer, product, code or tracking').fill(`robin ${number.slice(0, 4)}`)

  const wayOut = await intoTunnel(seller, proxy)
  await page.getByRole('link', { name: number }).click()
  await page.getByRole('button', { name: 'Ship a parcel' }).click()
  const parcel = page.getByRole('dialog')
  const amounts = parcel.getByRole('textbox', { name: /^In the parcel/ })
  await amounts.first().fill('0')
  await amounts.first().press('Enter')
  await amounts.nth(1).fill('0')
  await amounts.nth(1).press('Enter')
  await parcel.getByRole('button', { name: 'Ship now' }).click()
  await parcel.getByText('Put at least one piece into the parcel.').waitFor()
  await amounts.first().fill('2')
  await amounts.first().press('Enter')
  await parcel.getByLabel('Carrier').fill('DHL')
  await parcel.getByLabel('Tracking number').fill('TUNNEL-1')
  await parcel.getByRole('button', { name: 'Ship now' }).click()
  await page.getByText('Your change is saved and sent when you are online').waitFor()
  await page.getByRole('heading', { name: 'Parcel 1' }).waitFor()
  // A new page of it, still without a network, shows the same.
  await page.reload()
  await page.getByText('DHL TUNNEL-1').waitFor()
  expect(await paid()).toContain(number)
  // The sync centre tells what waits in the store, by its name.
  await goWithin(page, '/sync')
  const waits = page.getByRole('list', { name: 'Paper Lantern Trading: not sent yet' })
  await waits.getByText(number).waitFor()
  await page.getByText('1 change in your store has not been sent yet').waitFor()
  await page.goBack()
  await page.getByText('DHL TUNNEL-1').waitFor()
  await wayOut()

  const shop = buyer.page()
  await logIn(shop, market.url, robin)
  await open(shop, market.url, `/order?id=${id}`)
  await shop.getByText('DHL TUNNEL-1').waitFor()
  await shop.getByRole('button', { name: 'Confirm this parcel' }).click()
  await shop.getByRole('button', { name: /^Release \$/ }).click()
  await shop.getByText(/You can report a problem until/).waitFor()

  await page.getByText('Received', { exact: false }).first().waitFor()
  await page.getByText('Your change is saved and sent when you are online').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Ship a parcel' }).click()
  await parcel.getByLabel('Tracking number').fill('THE-REST')
  await parcel.getByRole('button', { name: 'Ship now' }).click()
  await page.getByRole('heading', { name: 'Parcel 2' }).waitFor()
  await shop.getByText('THE-REST').waitFor()
  await until(paid, (text) => !text.includes(number))

  // Some of it goes back, with the reason: from what is held of the parcel that is under way.
  await page.getByRole('button', { name: 'Refund part of it' }).last().click()
  await parcel.getByRole('button', { name: 'Refund' }).click()
  await parcel.getByText('Say briefly why.').waitFor()
  await parcel.getByLabel('Amount in USD').fill('0.10')
  await parcel.getByLabel('Message to the buyer').fill('One corner was bent')
  await parcel.getByRole('button', { name: 'Refund $0.10' }).click()
  await shop.getByText('One corner was bent').waitFor()
  expect(seller.errors).toEqual([])
  expect(buyer.errors).toEqual([])
})
