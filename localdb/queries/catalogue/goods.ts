import type { Product, Review, Store } from '#contract/catalogue/schema.ts'
import type { ReviewFilter } from '#contract/catalogue/schema-endpoints.ts'
import type { Readers } from '../../read.ts'
import type { DetailRow } from '../../schema.ts'
import { reviewKey } from '../../list-keys.ts'
import { catalogueAt } from './freshness.ts'

/** One on/off register as the screen shows it. */
export interface Register {
  on: boolean
  pending: number
}

/** All that the product screen shows, as far as it is on this device. */
export interface ProductShown {
  id: number
  product: Product | undefined
  detail: DetailRow | undefined
  /** When its price and stock last came up to date (Unix ms); undefined when that is not known. */
  at: number | undefined
  store: Store | undefined
  related: Product[]
  favourite: Register
  follow: Register
  /** Pieces of it in the cart, by variant (0 for none). */
  inCart: Map<number, { num: number; ticked: boolean }>
}

/** The content of the product screen while only the card is known. */
export const goodsOfCard = (product: Product): ProductShown => ({
  id: product.id,
  product,
  detail: undefined,
  at: undefined,
  store: undefined,
  related: [],
  favourite: { on: false, pending: 0 },
  follow: { on: false, pending: 0 },
  inCart: new Map(),
})

/** A product by its id: its card may be here when its detail is not. */
export async function productShown({ user, catalogue }: Readers, id: number): Promise<ProductShown> {
  const [card, detail, favourite, followedAt] = await Promise.all([
    catalogue.products.get(id),
    catalogue.details.get(id),
    user.favourites.get(String(id)),
    catalogueAt({ catalogue }),
  ])
  // Lists are fetched more often than details, so the card is the newer of the two.
  const product = newest(card, detail?.product)
  // The page shows a product that is no longer sold, if it has one. Its store may say why, so it is read, too.
  const known = product ?? (await catalogue.gone.get(id))
  const [store, follow, related, lines] = await Promise.all([
    known && catalogue.stores.get(known.storeId),
    product && user.follows.get(String(product.storeId)),
    catalogue.products.bulkGet(detail?.related ?? []),
    product ? user.cartLines.where('key').startsWith(`${product.storeId}:${id}:`).toArray() : [],
  ])
  return {
    id,
    product,
    detail,
    store,
    at: ageOf(card, detail, followedAt),
    related: related.filter((p) => p !== undefined),
    favourite: { on: favourite?.shown?.on ?? false, pending: favourite?.pending ?? 0 },
    follow: { on: follow?.shown?.on ?? false, pending: follow?.pending ?? 0 },
    inCart: new Map(
      lines.flatMap((row) => (row.shown && row.shown.num > 0 ? [[row.shown.variantId, row.shown] as const] : [])),
    ),
  }
}

/**
 * A card is kept up to date by the catalogue's changes; a detail whose product has not changed since is as good as on
 * the day it was fetched.
 */
function ageOf(
  card: Product | undefined,
  detail: DetailRow | undefined,
  followedAt: number | undefined,
): number | undefined {
  if (!detail || !card) return detail?.at ?? (card && followedAt)
  return detail.product.rev < card.rev ? (followedAt ?? detail.at) : Math.max(detail.at, followedAt ?? 0)
}

function newest(card: Product | undefined, ofDetail: Product | undefined): Product | undefined {
  if (!card || !ofDetail) return card ?? ofDetail
  return card.rev >= ofDetail.rev ? card : ofDetail
}

/**
 * Reviews of one kind: the server's own list, or what of it is among all those on this device; `known` is false when
 * neither says whether there are any.
 */
export interface GoodsReviews {
  reviews: Review[]
  next: string | null
  known: boolean
}

/** The reviews of a product that pass a filter, newest first. */
export async function goodsReviews({ catalogue }: Readers, id: number, filter: ReviewFilter): Promise<GoodsReviews> {
  const own = await catalogue.reviews.get(reviewKey(id, filter))
  if (own) return { reviews: own.reviews, next: own.next, known: true }
  const all = await catalogue.reviews.get(reviewKey(id, 'all'))
  if (!all) return { reviews: [], next: null, known: false }
  const reviews = all.reviews.filter((r) => (filter === 'withImage' ? r.pictures.length > 0 : r.kind === filter))
  return { reviews, next: null, known: all.next === null || reviews.length > 0 }
}
