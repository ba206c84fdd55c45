import { afterAll, beforeAll, expect, it } from 'vitest'
import { marketCommand } from '#server/operator/commands/command.ts'
import { openBrowser, type Browser } from '../../support/browsers/browser.ts'
import { startFaultProxy, type FaultProxy } from '../../support/servers/fault-proxy.ts'
import { startMarket, type Market } from '../../support/servers/servers.ts'
import { newPerson, ordersOf, simpleProducts } from '../people/people.ts'
import { goodsKept, goWithin, intoTunnel, logIn, open, shellKept, until } from '../people/shopper.ts'

// A buyer asks a store for a price in a tunnel, is answered, accepts the offer, and pays what was agreed.

let market: Market
let proxy: FaultProxy
let browser: Browser
beforeAll(async () => {
  market = await startMarket()
  proxy = await startFaultProxy(market.url)
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.dispose()
  await proxy?.close()
  await market?.close()
})

const operate = (...args: string[]) => marketCommand(args, { DATA_DIR: market.dataDir })

const address = {
  Recipient: 'Amal Haddad',
  'Mobile number': '+961 3 123 456',
  City: 'Tyre',
  'Street and number': 'Port road 4',
  'Zip code': '1601',
}

it('asked in a tunnel, answered, accepted and paid at the agreed price', async () => {
  const products = await simpleProducts(market, 30)
  const product = products.find((p) => p.currency === 'USD' && p.price * p.minimum < 50_000)!
  const person = await newPerson(market)
  const page = browser.page()
  await logIn(page, proxy.url, person)
  await open(page, proxy.url, `/goods?id=${product.id}`)
  await goodsKept(page, product.id)
  await shellKept(page)

  const wayOut = await intoTunnel(browser, proxy)
  await page.getByRole('link', { name: 'Ask for a price' }).click()
  await page.getByLabel('Your price per piece').fill('cheap')
  await page.getByRole('button', { name: 'Send request' }).click()
  await page.getByText('Enter an amount such as').waitFor()
  await page.getByLabel('Your price per piece').fill('')
  await page.getByLabel('Note to the store').fill('We need them in June')
  await page.getByRole('button', { name: 'Send request' }).click()
  await page.getByText('as soon as you are online').waitFor()
  await page.getByText('We need them in June').waitFor()
  await wayOut()

  // The store answers by hand; the demo's own might have been first.
  const listed = async (): Promise<string> => (await operate('quote')).text
  await page.getByText('has your request').or(page.getByText('Offer from')).first().waitFor()
  const row = (await listed()).split('\n').findLast((text) => /^[0-9a-f]{8} /.test(text))
  if (row?.includes(product.title)) await operate('quote', row.slice(0, 8), 'offer', '0.42', '7', 'Our best price')
  const accept = page.getByRole('button', { name: 'Accept and add to cart' })
  await accept.waitFor()
  await accept.click()
  await page.getByText('Agreed. It is in your cart.').first().waitFor()

  await goWithin(page, '/shop')
  await page.getByText('Agreed price until').first().waitFor()
  await open(page, proxy.url, '/insertAddress')
  await page.getByLabel('Country', { exact: true }).first().fill('Lebanon')
  await page.getByLabel('Country', { exact: true }).first().press('Tab')
  for (const [label, value] of Object.entries(address))
    await page.getByLabel(label, { exact: true }).first().fill(value)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.waitForURL((at) => at.pathname !== '/insertAddress')
  await open(page, proxy.url, '/orderChecked')
  await page.getByText('Agreed price').first().waitFor()
  await page.getByRole('button', { name: 'Place order', exact: true }).click()
  await page.waitForURL((at) => at.pathname === '/success')
  const [order] = await until(
    () => ordersOf(market, person),
    (orders) => orders[0]?.state === 'unpaid',
  )
  const line = order!.lines[0]!
  expect(line.quote).toBeDefined()
  expect(line.price).not.toBe(product.price)
  await open(page, proxy.url, `/pay?ids=${order!.id}`)
  await page.getByLabel('Fund password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: /^Pay .+ USDT$/ }).click()
  await until(
    () => ordersOf(market, person),
    (orders) => orders[0]?.state === 'paid' && orders[0].due?.amount === order!.due?.amount,
  )
  await open(page, proxy.url, '/quotes')
  await page.getByRole('list', { name: 'Your price requests' }).getByText('Agreed').waitFor()
})
