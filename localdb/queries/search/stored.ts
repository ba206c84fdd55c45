import type { Readers } from '../../read.ts'
import type { IndexSizeRow } from '../../rows/search.ts'

/** The numbers of rows on this device, by what they are for. */
export interface StoredCounts {
  own: { orders: number; addresses: number; favourites: number; stores: number; cart: number }
  catalogue: { products: number; details: number; pages: number; reviews: number }
  /** The packed search index: over how many products, in bytes. */
  search: { products: number; bytes: number }
}

/**
 * Counts the rows that this device keeps. The index itself is never loaded: the code that stores a part of it also
 * notes its size.
 */
export async function stored({ user, catalogue }: Readers): Promise<StoredCounts> {
  const [orders, addresses, favourites, stores, cart, products, details, lists, homes, reviews, segments, sizes] =
    await Promise.all([
      user.orders.filter((r) => r.shown !== null).count(),
      user.addresses.filter((r) => r.shown?.deleted === false).count(),
      user.favourites.filter((r) => r.shown?.on === true).count(),
      user.follows.filter((r) => r.shown?.on === true).count(),
      user.cartLines.filter((r) => (r.shown?.num ?? 0) > 0).count(),
      catalogue.products.count(),
      catalogue.details.count(),
      catalogue.lists.count(),
      catalogue.homes.count(),
      catalogue.reviews.count(),
      catalogue.segments.toCollection().primaryKeys(),
      catalogue.feed.get('index') as PromiseLike<IndexSizeRow | undefined>,
    ])
  const search = { products: 0, bytes: 0 }
  for (const seq of segments) {
    const size = sizes?.parts[Number(seq)]
    search.products += size?.products ?? 0
    search.bytes += size?.bytes ?? 0
  }
  return {
    own: { orders, addresses, favourites, stores, cart },
    catalogue: { products, details, pages: lists + homes, reviews },
    search,
  }
}
