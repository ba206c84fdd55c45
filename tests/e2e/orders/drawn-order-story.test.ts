import { afterAll, beforeAll, expect, it } from 'vitest'
import { openBrowser, type Browser } from '../../support/browsers/browser.ts'
import { startFaultProxy, type FaultProxy } from '../../support/servers/fault-proxy.ts'
import { startMarket, type Market } from '../../support/servers/servers.ts'
import { newPerson, simpleProducts, type SimpleProduct } from '../people/people.ts'
import { goodsKept, goWithin, intoTunnel, logIn, open, shellKept } from '../people/shopper.ts'

// A seller draws up an order in a tunnel for a buyer who asked for a price; the buyer confirms it in another.

let market: Market
let ofBuyer: FaultProxy
let ofSeller: FaultProxy
let seller: Browser
let buyer: Browser
beforeAll(async () => {
  market = await startMarket()
  ofBuyer = await startFaultProxy(market.url)
  ofSeller = await startFaultProxy(market.url)
  seller = await openBrowser()
  buyer = await openBrowser()
})
afterAll(async () => {
  await buyer?.dispose()
  await seller?.dispose()
  await ofSeller?.close()
  await ofBuyer?.close()
  await market?.close()
})

const lin = { email: 'lin@caravan.example', password: 'caravan-demo', username: '' }

/** A product of the seller's. */
async function hers(): Promise<SimpleProduct> {
  for (const product of await simpleProducts(market, 200)) {
    const { data } = await market.call('/api/index/shop_info', { id: product.storeId })
    const { name } = (data as { store: { name: string } }).store
    if (name === 'Paper Lantern Trading') return product
  }
  throw new Error('the seller has no such product')
}

it('drawn up in a tunnel, confirmed in a tunnel, and in the cart at the price that was agreed', async () => {
  const product = await hers()
  const shop = buyer.page()
  await logIn(shop, ofBuyer.url, await newPerson(market))
  await open(shop, ofBuyer.url, `/goods?id=${product.id}`)
  await goodsKept(shop, product.id)
  await shop.getByRole('link', { name: 'Ask for a price' }).click()
  await shop.getByRole('button', { name: 'Send request' }).click()
  await shop.getByText('has your request').waitFor()

  const page = seller.page()
  await logIn(page, ofSeller.url, lin)
  await open(page, ofSeller.url, '/message')
  await page
    .getByRole('link', { name: `a price request for ${product.title}` })
    .first()
    .click()
  await page.getByRole('link', { name: 'Prepare an order' }).waitFor()
  await shellKept(page)
  const sellersWayOut = await intoTunnel(seller, ofSeller)
  await page.getByRole('link', { name: 'Prepare an order' }).click()
  await page.getByLabel('Find a product by name or code').fill(product.title)
  await page.getByRole('button', { name: 'Add', exact: true }).first().click()
  await page.getByLabel('Price per piece, in USD').fill('cheap')
  await page.getByRole('button', { name: 'Send to the buyer' }).click()
  await page.getByText('Enter an amount such as').waitFor()
  await page.getByLabel('Price per piece, in USD').fill('1.25')
  await page.getByLabel('Note to the buyer').fill('As we said at the fair')
  await page.getByRole('button', { name: 'Send to the buyer' }).click()
  await page.getByText('The buyer confirms or declines it.').waitFor()
  await sellersWayOut()

  await open(shop, ofBuyer.url, '/quotes')
  await shop.getByText('Prepared for you by Paper Lantern Trading').waitFor()
  await shop.getByRole('link', { name: 'Prepared for you by' }).click()
  await shop.getByText('As we said at the fair').waitFor()
  await shop
    .getByText(/× \$1\.25/)
    .first()
    .waitFor()
  await shellKept(shop)
  const buyersWayOut = await intoTunnel(buyer, ofBuyer)
  await shop.getByRole('button', { name: 'Confirm and add to cart' }).click()
  await shop.getByText('Confirmed. It is in your cart.').first().waitFor()
  await goWithin(shop, '/shop')
  await shop.getByText('Agreed price until').first().waitFor()
  await buyersWayOut()
  await page.getByText('Confirmed. The price applies until').waitFor()
  expect(seller.errors).toEqual([])
  expect(buyer.errors).toEqual([])
})
