import type { Readers } from '../read.ts'
import type { SegmentRow } from '../schema.ts'

/** What is on this device, counted by what it is for. */
export interface Stored {
  own: { orders: number; addresses: number; favourites: number; stores: number; cart: number }
  catalogue: { products: number; details: number; pages: number; reviews: number }
  /** The packed search index: over how many products, in bytes. */
  search: { products: number; bytes: number }
}

/** Counts what this device keeps. */
export async function stored({ user, catalogue }: Readers): Promise<Stored> {
  const search = { products: 0, bytes: 0 }
  const [orders, addresses, favourites, stores, cart, products, details, lists, homes, reviews] = await Promise.all([
    user.orders.filter((r) => r.shown !== null).count(), user.addresses.filter((r) => r.shown?.deleted === false).count(),
    user.favourites.filter((r) => r.shown?.on === true).count(), user.follows.filter((r) => r.shown?.on === true).count(),
    user.cartLines.filter((r) => (r.shown?.num ?? 0) > 0).count(),
    catalogue.products.count(), catalogue.details.count(), catalogue.lists.count(), catalogue.homes.count(), catalogue.reviews.count(),
    catalogue.segments.each((row) => { search.products += row.id.length; search.bytes += bytesOf(row) }),
  ])
  return { own: { orders, addresses, favourites, stores, cart }, catalogue: { products, details, pages: lists + homes, reviews }, search }
}

/** The columns and postings, and the terms at a byte a letter. */
const bytesOf = (row: SegmentRow): number => Object.values(row).reduce<number>((sum, column: unknown) => sum + (ArrayBuffer.isView(column) ? column.byteLength : typeof column === 'string' ? column.length : 0), 0)
