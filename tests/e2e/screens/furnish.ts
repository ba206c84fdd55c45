import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { ladderPrice, taxOn } from '#contract/prices/ladder.ts'
import type { ProductDetail } from '#contract/catalogue/schema.ts'
import { marketCommand } from '#server/operator/commands/command.ts'
import { openWindow } from '../../support/browsers/browser.ts'
import type { Market } from '../../support/servers/servers.ts'
import { signIn } from './axe.ts'
import { simpleProducts, type Person } from '../people/people.ts'
import { open } from '../people/shopper.ts'

// Gives a person of the demo market something to show on every screen.

/** The things of a person that screens can show; orders by their ids. */
export interface Belongings {
  product: number
  /** Unpaid. */
  order: string
  /** Received: one of its products is reviewed, the other is not; a problem with one piece is reported. */
  received: string
  quote: string
  list: string
  talk: string
}
export interface Furnished extends Belongings {
  /** Of the person's own store. */
  sale: string
  goods: string
  request: string
}

const ADDRESS = {
  country: 'DE',
  province: 'DE-BE',
  city: 'Berlin',
  detail: 'Lindenstraße 5',
  zip: '10969',
  recipient: 'Amina Yusuf',
  mobile: '+4915112345678',
}

/** The acts of a person, done by calls as another device of theirs would. */
async function actingFor(market: Market, { email, password }: Person) {
  const { token } = (
    (await market.call('/api/user/login', { email, password })).data as { userinfo: { token: string } }
  ).userinfo
  const done = async (path: string, body: object): Promise<void> => {
    const answer = await market.call(path, body, token)
    if (answer.code !== 1) throw new Error(`${path}: ${answer.msg}`)
  }
  const goodsOf = async (id: number): Promise<ProductDetail & { shopId: number; price: number }> => {
    const { store, detail } = (await market.call('/api/index/pro_info', { id })).data as {
      store: { id: number }
      detail: ProductDetail
    }
    const { ladder, minimum } = detail.product
    return { ...detail, shopId: store.id, price: ladderPrice(ladder, minimum) }
  }
  /** Orders products of one store; returns the order's id. */
  const order = async (ids: readonly number[], addressId: string): Promise<string> => {
    const wanted = await Promise.all(ids.map(goodsOf))
    const [{ shopId, shipping, taxBasisPoints, product }] = wanted as [(typeof wanted)[0]]
    const lines = wanted.map(({ product: { id, minimum: num }, price }) => ({ id, variantId: 0, num, price }))
    const goods = lines.reduce((sum, { num, price }) => sum + num * price, 0)
    const tax = taxOn(goods, taxBasisPoints)
    const clientOrderId = randomUUID()
    const sums = { goods, shipping, tax, total: goods + shipping + tax }
    await done('/api/order/place', {
      ...{ clientOrderId, shopId, addressId, currency: product.currency, lines, remark: '' },
      ...sums,
    })
    return `${clientOrderId}:${shopId}`
  }
  return { done, goodsOf, order, password }
}
type Acting = Awaited<ReturnType<typeof actingFor>>

/** Has an order paid, sent and received; then one product of it reviewed and a problem with the other reported. */
async function receive(market: Market, { done, password }: Acting, id: string, ids: readonly number[]): Promise<void> {
  await done('/api/order/pay', { ids: [id], password })
  const { text, exit } = await marketCommand(['ship', id, 'DEMO-4713'], { DATA_DIR: market.dataDir })
  if (exit !== 0) throw new Error(`ship: ${text}`)
  await done('/api/order/receive', { id })
  const [reviewed, broken] = ids as [number, number]
  const written = { rating: 4, text: 'Well packed, and as in the picture.', language: 'en', pictures: [] }
  await done('/api/order/review', { orderId: id, productId: reviewed, ...written })
  await done('/api/order/report', {
    ...{ id, report: randomUUID(), parcel: 1, line: { id: broken, variantId: 0, num: 1 } },
    ...{ problem: 'damaged', wish: 'refund', text: 'One came with a broken edge.', pictures: [] },
  })
}

/**
 * Puts two lines, three favourites, an address, an unpaid order and one that has come to its end, a quote, a named list
 * a price that is waited for and a conversation about a product into a person's account.
 */
export async function furnish(market: Market, person: Person): Promise<Belongings> {
  const acting = await actingFor(market, person)
  const { done, goodsOf, order } = acting
  const addressId = randomUUID()
  await done('/api/aera/addEdit', { id: addressId, baseRev: 0, patch: ADDRESS })
  const products = await simpleProducts(market, 40)
  const [first, second, third] = products as [(typeof products)[0], (typeof products)[0], (typeof products)[0]]
  for (const { id, minimum: num } of [first, second, third]) {
    const { shopId, price, product } = await goodsOf(id)
    await done('/api/collect/set', { id, on: true })
    if (id !== third.id)
      await done('/api/cart/add', { id, shopId, variantId: 0, num, price, currency: product.currency })
  }
  // Two of one store, whose least order is no matter.
  const inDollars = products.filter(({ currency }) => currency === 'USD')
  const pair = [...Map.groupBy(inDollars, ({ storeId }) => storeId).values()].find(({ length }) => length > 1)!
  const two = pair.slice(0, 2).map(({ id }) => id)
  const received = await order(two, addressId)
  await receive(market, acting, received, two)
  const [list, quote, talk] = [randomUUID(), randomUUID(), randomUUID()]
  await done('/api/list/put', { id: list, name: 'Shelf by the door' })
  for (const { id, minimum: to } of [first, second]) {
    const { shopId } = await goodsOf(id)
    await done('/api/list/set', { listId: list, id, shopId, variantId: 0, from: 0, to })
  }
  const { shopId, product } = await goodsOf(third.id)
  await done('/api/quote/ask', {
    ...{ id: quote, shopId, productId: third.id, currency: product.currency, target: null, country: 'DE' },
    ...{ lines: [{ variantId: 0, num: third.minimum * 3 }], note: 'For a first order of the season.' },
  })
  const watch = { what: 'price', id: third.id, variantId: 0, price: 1, currency: product.currency, area: '', on: true }
  await done('/api/watch/set', watch)
  const about = { to: shopId, subject: { kind: 'product', id: String(third.id) } }
  await done('/api/talk/send', { id: randomUUID(), talk, ...about, text: 'Could a part of them be packed in pairs?' })
  return { product: first.id, order: await order([third.id], addressId), received, quote, list, talk }
}

/** The last part of the first of some links. */
async function firstOf(page: Page, links: string): Promise<string> {
  const href = await page.locator(links).first().getAttribute('href')
  return decodeURIComponent(href!.split('/').at(-1)!)
}
/** The things that the person's own store has to show. */
export async function ofStore(url: string, person: Person): Promise<Pick<Furnished, 'sale' | 'goods' | 'request'>> {
  const window = await openWindow()
  const page = window.page()
  try {
    await signIn(page, url, person)
    await open(page, url, '/centre')
    const sale = await firstOf(page, 'main a[href^="/centre/order/"]')
    await open(page, url, '/centre/goods')
    const plain = ['new', 'import', 'many'].map((path) => `:not([href*="/${path}"])`).join('')
    const goods = await firstOf(page, `main a[href^="/centre/goods/"]${plain}`)
    await open(page, url, '/centre/requests')
    return { sale, goods, request: await firstOf(page, 'main a[href^="/centre/requests/"]') }
  } finally {
    await window.dispose()
  }
}

/** The addresses of the screens that show one of a person's things. */
export const screensOf = ({ product, received, quote, list, talk }: Belongings): string[] => [
  `/review?id=${encodeURIComponent(received)}`,
  `/report?id=${encodeURIComponent(received)}`,
  `/print?id=${encodeURIComponent(received)}`,
  `/askPrice?id=${product}`,
  `/quotes/${quote}`,
  `/lists/${list}`,
  `/talks?id=${talk}`,
  '/quotes',
  '/lists',
  '/talks',
  '/watches',
]
