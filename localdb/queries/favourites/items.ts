import type { Product } from '#contract/catalogue/schema.ts'
import type { Readers } from '../../read.ts'

/** A favourite product: its card, if it is on this device, and whether the server knows of it yet. */
export interface FavouriteItem {
  id: number
  at: number
  pending: number
  product: Product | undefined
  /** The product as it was, when its store no longer sells it. */ gone: Product | undefined
}

/** Everything that is a favourite now, newest first. */
export async function favouriteItems({ user, catalogue }: Readers): Promise<FavouriteItem[]> {
  const rows = (await user.favourites.toArray()).flatMap((row) =>
    row.shown?.on ? [{ ...row.shown, pending: row.pending }] : [],
  )
  rows.sort((a, b) => b.at - a.at || b.id - a.id)
  const ids = rows.map((row) => row.id)
  const [products, gone] = await Promise.all([catalogue.products.bulkGet(ids), catalogue.gone.bulkGet(ids)])
  return rows.map((row, i) => ({ id: row.id, at: row.at, pending: row.pending, product: products[i], gone: gone[i] }))
}
