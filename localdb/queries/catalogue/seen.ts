import { ladderPrice } from '#contract/prices/ladder.ts'
import type { Open } from '#contract/wire/open.ts'
import { isOpenOrder, paidState, type OrderState } from '#contract/orders/states.ts'
import type { Product } from '#contract/catalogue/schema.ts'
import type { Order } from '#contract/sync/schema-rows.ts'
import type { Readers } from '../../read.ts'
import type { MetaRows } from '../../schema.ts'

/** A product that costs less than when it was last looked at or saved: its unit price then, in its currency. */
export interface Cheaper {
  product: Product
  before: number
}

/** An order that is not at its end yet, as far as home tells of it. */
export interface OrderUnderWay {
  id: string
  state: Open<OrderState>
  shopName: string
  pieces: number
  picture: Order['lines'][number]['picture']
}

/** The person's own part of home; products only as far as they are on this device. */
export interface PersonalHome {
  seen: Product[]
  again: Product[]
  cheaper: Cheaper[]
  news: Product[]
  underWay: OrderUnderWay[]
  cartLines: number
  /** Ordered before, and not on this device. */
  missing: number[]
  /** Followed stores, the latest first. */
  follows: number[]
}

/** The largest number of products on a shelf, and of orders under way. */
const SHELF = 12
/** The most followed stores that are looked through, and the most products taken from each. */
const [FOLLOWS, EACH] = [30, 3]

const sellable = (product: Product | undefined): product is Product =>
  product !== undefined && product.stock >= product.minimum

/** The products that a person looked at lately, newest first. */
export async function recentlySeen({ user, catalogue }: Readers): Promise<Product[]> {
  const seen = (await user.meta.get('seen')) as MetaRows['seen'] | undefined
  const products = await catalogue.products.bulkGet((seen?.products ?? []).map(({ id }) => id))
  return products.filter(sellable).slice(0, SHELF)
}

/**
 * The products that have become cheaper since this device last saw them, or knew them as favourites, with the greatest
 * reduction first. A price in another currency is not compared.
 */
export async function cheaperProducts({ user, catalogue }: Readers): Promise<Cheaper[]> {
  const [seen, prices] = (await user.meta.bulkGet(['seen', 'prices'])) as [MetaRows['seen']?, MetaRows['prices']?]
  const known = [...(seen?.products ?? []), ...(prices?.products ?? [])]
  const products = await catalogue.products.bulkGet(known.map(({ id }) => id))
  const found = new Map<number, Cheaper>()
  known.forEach(({ price, currency }, n) => {
    const product = products[n]
    if (!sellable(product) || price === null || currency !== product.currency) return
    const before = Math.max(price, found.get(product.id)?.before ?? 0)
    if (ladderPrice(product.ladder, product.minimum) < before) found.set(product.id, { product, before })
  })
  const left = ({ product, before }: Cheaper): number => ladderPrice(product.ladder, product.minimum) / before
  return [...found.values()].sort((a, b) => left(a) - left(b) || a.product.id - b.product.id)
}

/** The prices of products before they became cheaper, by product id. */
export const pricesBefore = async (db: Readers): Promise<ReadonlyMap<number, number>> =>
  new Map((await cheaperProducts(db)).map(({ product, before }) => [product.id, before]))

/** The newest products of the stores that a person follows: a few of each. */
async function newsOf({ catalogue }: Readers, follows: readonly number[]): Promise<Product[]> {
  const each = await Promise.all(
    follows
      .slice(0, FOLLOWS)
      .map((id) =>
        catalogue.products
          .where('[storeId+createdAt]')
          .between([id, -Infinity], [id, Infinity])
          .reverse()
          .filter(sellable)
          .limit(EACH)
          .toArray(),
      ),
  )
  return each
    .flat()
    .sort((a, b) => b.createdAt - a.createdAt || b.id - a.id)
    .slice(0, SHELF)
}

/** The ids of the products that a person ordered and did not give back, the latest first, each once. */
const orderedIds = (orders: readonly Order[]): number[] => [
  ...new Set(orders.filter(({ state }) => paidState(state)).flatMap(({ lines }) => lines.map(({ id }) => id))),
]

/** Reads the person's own part of home. */
export async function personalHome(db: Readers): Promise<PersonalHome> {
  const { user, catalogue } = db
  const [orderRows, followRows, cartRows] = await Promise.all([
    user.orders.toArray(),
    user.follows.toArray(),
    user.cartLines.toArray(),
  ])
  const orders = orderRows.flatMap(({ shown }) => shown ?? []).sort((a, b) => b.createdAt - a.createdAt)
  const follows = followRows
    .flatMap(({ shown }) => (shown?.on ? [shown] : []))
    .sort((a, b) => b.at - a.at)
    .map(({ id }) => id)
  const ordered = orderedIds(orders).slice(0, 2 * SHELF)
  const [seen, cheaper, news, again] = await Promise.all([
    recentlySeen(db),
    cheaperProducts(db),
    newsOf(db, follows),
    catalogue.products.bulkGet(ordered),
  ])
  return {
    seen,
    cheaper: cheaper.slice(0, SHELF),
    news,
    again: again.filter(sellable).slice(0, SHELF),
    missing: ordered.filter((_, n) => again[n] === undefined).sort((a, b) => a - b),
    follows,
    underWay: orders
      .filter(({ state }) => isOpenOrder(state))
      .slice(0, SHELF)
      .map(({ id, state, shopName, lines }) => ({
        id,
        state,
        shopName,
        pieces: lines.reduce((sum, { num }) => sum + num, 0),
        picture: lines.find(({ picture }) => picture)?.picture ?? null,
      })),
    cartLines: cartRows.filter(({ shown }) => shown && shown.num > 0 && !shown.later).length,
  }
}
