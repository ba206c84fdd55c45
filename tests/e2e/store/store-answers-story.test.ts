import { afterAll, beforeAll, expect, it } from 'vitest'
import { openBrowser, type Browser } from '../../support/browsers/browser.ts'
import { startFaultProxy, type FaultProxy } from '../../support/servers/fault-proxy.ts'
import { startMarket, type Market } from '../../support/servers/servers.ts'
import { simpleProducts, type SimpleProduct } from '../people/people.ts'
import { goodsKept, goWithin, intoTunnel, logIn, open, shellKept, until } from '../people/shopper.ts'

// A buyer asks a store for a price in a tunnel; its seller makes an offer in another; the buyer accepts it. The seller
// replies to a review, and the buyer reads it.

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

const password = 'caravan-demo'
const lin = { email: 'lin@caravan.example', password, username: '' }
const robin = { email: 'demo@caravan.example', password, username: '' }

/** A product of the seller's that nobody has asked for yet. */
async function hers(): Promise<SimpleProduct> {
  for (const product of await simpleProducts(market, 200)) {
    const { data } = await market.call('/api/index/shop_info', { id: product.storeId })
    const { name } = (data as { store: { name: string } }).store
    if (name === 'Paper Lantern Trading' && product.title !== 'Paper lantern, small') return product
  }
  throw new Error('the seller has no such product')
}

it('a price asked for in a tunnel, offered in a tunnel, and accepted; a review answered and read', async () => {
  const product = await hers()
  const shop = buyer.page()
  await logIn(shop, ofBuyer.url, robin)
  await open(shop, ofBuyer.url, `/goods?id=${product.id}`)
  await goodsKept(shop, product.id)
  await shellKept(shop)
  const buyersWayOut = await intoTunnel(buyer, ofBuyer)
  await shop.getByRole('link', { name: 'Ask for a price' }).click()
  await shop.getByLabel('Your price per piece').fill('1.00')
  await shop.getByLabel('Note to the store').fill('For our new shop')
  await shop.getByRole('button', { name: 'Send request' }).click()
  await shop.getByText('as soon as you are online').waitFor()
  await buyersWayOut()

  // The message leads to the request.
  const page = seller.page()
  await logIn(page, ofSeller.url, lin)
  await open(page, ofSeller.url, '/message')
  await page.getByRole('link', { name: `sent Paper Lantern Trading a price request for ${product.title}` }).click()
  await page.getByText('For our new shop').waitFor()
  await page.getByText(/^List price /).waitFor()
  await shellKept(page)

  const sellersWayOut = await intoTunnel(seller, ofSeller)
  await page.getByRole('button', { name: 'Make an offer' }).click()
  await page.getByLabel('Price per piece, in USD').fill('cheap')
  await page.getByRole('button', { name: 'Send offer' }).click()
  await page.getByText('Enter an amount such as').waitFor()
  await page.getByLabel('Price per piece, in USD').fill('١٫٢٥')
  await page.getByLabel('Note to the buyer').fill('Our best price')
  // Typed text is kept while the seller looks something up.
  await goWithin(page, '/centre/requests')
  await page.getByRole('list', { name: 'Price requests' }).getByRole('link', { name: product.title }).click()
  await page.getByRole('button', { name: 'Make an offer' }).click()
  await page.getByRole('button', { name: 'Send offer' }).click()
  await page.getByText('The buyer decides.').waitFor()
  await page.getByText('Our best price').waitFor()
  await sellersWayOut()

  await shop.getByText('Our best price').waitFor()
  await shop
    .getByText(/× \$1\.25/)
    .first()
    .waitFor()
  await shop.getByRole('button', { name: 'Accept and add to cart' }).click()
  await shop.getByText('Agreed. It is in your cart.').first().waitFor()
  await goWithin(shop, '/shop')
  await shop.getByText('Agreed price until').first().waitFor()
  await page.getByText('Agreed. The price applies until').waitFor()

  // A review: replied to in the tunnel, too, and read by the buyer where it stands.
  await open(page, ofSeller.url, '/centre/reviews')
  const reviews = page.getByRole('list', { name: 'Reviews' })
  await reviews.getByRole('listitem').first().waitFor()
  const again = await intoTunnel(seller, ofSeller)
  const first = reviews.getByRole('listitem').first()
  const title = await first.getByRole('link').first().innerText()
  await first.getByRole('button', { name: /^Reply to / }).click()
  await first.getByRole('button', { name: 'Publish reply' }).click()
  await page.getByText('Write a reply first.').waitFor()
  await first.getByLabel('Your reply').fill('Thank you, and see you soon')
  await first.getByRole('button', { name: 'Publish reply' }).click()
  await page.getByRole('button', { name: /^Answered/ }).click()
  await reviews.getByText('Thank you, and see you soon').waitFor()
  await again()
  await reviews.getByRole('img', { name: /^Waiting to be sent/ }).waitFor({ state: 'detached' })
  const id = await until(
    () => answered(title, 'Thank you, and see you soon'),
    (one) => one !== undefined,
  )
  await open(shop, ofBuyer.url, `/goods?id=${id}`)
  await shop.getByText('Thank you, and see you soon').first().waitFor()
  expect(seller.errors).toEqual([])
  expect(buyer.errors).toEqual([])
})

/** Of the products of that title the one with a review that is answered so. */
async function answered(title: string, reply: string): Promise<number | undefined> {
  const { data } = await market.call('/api/index/search_pro', { query: title })
  for (const { id } of (data as { products: { id: number }[] }).products) {
    const of = await market.call('/api/index/reviews', { id, filter: 'all' })
    if ((of.data as { reviews: { reply: string | null }[] }).reviews.some((r) => r.reply === reply)) return id
  }
  return undefined
}
