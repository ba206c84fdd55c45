import type { Holiday } from '#contract/shipping/terms.ts'
import type { Category } from '#contract/catalogue/schema.ts'
import { listKey } from '../../list-keys.ts'
import type { Readers } from '../../read.ts'
import type { StoreRow } from '../../schema.ts'
import type { Register } from '../catalogue/goods.ts'

export type { StoreRow }

/** A store as far as it is on this device, and whether one follows it. */
export interface StoreState {
  id: number
  store: StoreRow | undefined
  follow: Register
}

/** A store by its id. */
export async function storeById({ user, catalogue }: Readers, id: number): Promise<StoreState> {
  const [store, follow] = await Promise.all([catalogue.stores.get(id), user.follows.get(String(id))])
  return { id, store, follow: { on: follow?.shown?.on ?? false, pending: follow?.pending ?? 0 } }
}

/** A followed store; undefined while it is not on this device. */
export interface FollowedItem {
  id: number
  pending: number
  store: StoreRow | undefined
}

/** The stores one follows, the latest followed first. */
export async function followedItems({ user, catalogue }: Readers): Promise<FollowedItem[]> {
  const rows = (await user.follows.toArray()).flatMap((row) =>
    row.shown?.on ? [{ ...row.shown, pending: row.pending }] : [],
  )
  rows.sort((a, b) => b.at - a.at || b.id - a.id)
  const stores = await catalogue.stores.bulkGet(rows.map((row) => row.id))
  return rows.map(({ id, pending }, i) => ({ id, pending, store: stores[i] }))
}

/** How many stores one follows. */
export const followedCount = async ({ user }: Readers): Promise<number> =>
  (await user.follows.toArray()).filter((row) => row.shown?.on).length

/**
 * The categories of the products that sell best in a store, those with the most of them first; as far as its list is on
 * this device, and none where all are of one.
 */
export async function storeCategories({ catalogue }: Readers, id: number): Promise<Category[]> {
  const list = await catalogue.lists.get(listKey({ storeId: id }))
  const products = await catalogue.products.bulkGet(list?.ids ?? [])
  const counts = new Map<number, number>()
  for (const product of products) {
    if (product) counts.set(product.categoryId, (counts.get(product.categoryId) ?? 0) + 1)
  }
  if (counts.size < 2) return []
  const ids = [...counts].sort(([a, n], [b, m]) => m - n || a - b).map(([category]) => category)
  return (await catalogue.categories.bulkGet(ids)).filter((category) => category !== undefined)
}

/** The holiday that a store has announced, as far as this device knows the store. */
export const announcedHoliday = async ({ catalogue }: Readers, id: number): Promise<Holiday | null> =>
  (await catalogue.stores.get(id))?.terms?.holiday ?? null
