import type { Category } from '#contract/catalogue/schema.ts'
import type { Readers } from '../../read.ts'
import type { StoreRow } from '../../schema.ts'
import { storeListKey } from '../../list-keys.ts'

export { storeListKey, type StoreRow }

/** The texts that the person searched for, newest first. */
export async function searchHistory({ user }: Readers): Promise<string[]> {
  const row = await user.meta.get('searches')
  return row?.key === 'searches' ? row.texts : []
}

/** Categories and stores on this device, by the texts that a person may type: for suggestions. */
export interface TypedNames {
  categories: Category[]
  stores: StoreRow[]
}

/**
 * Makes a query for all categories and stores on this device. It reads them once, and again when there are more or
 * fewer: not whenever a figure of a store moves.
 */
export function namesQuery(): (readers: { catalogue: Readers['catalogue'] }) => Promise<TypedNames> {
  let last: { counts: string; names: TypedNames } | undefined
  return async ({ catalogue: { categories, stores } }) => {
    const counts = (await Promise.all([categories.count(), stores.count()])).join()
    if (last?.counts === counts) return last.names
    const [c, s] = await Promise.all([categories.toArray(), stores.toArray()])
    last = { counts, names: { categories: c, stores: s } }
    return last.names
  }
}

/** Certain stores, in that order; those that are not on this device are left out. */
export const storesByIds = async ({ catalogue }: Readers, ids: readonly number[]): Promise<StoreRow[]> =>
  (await catalogue.stores.bulkGet([...ids])).filter((row) => row !== undefined)

/**
 * The stores to begin a search with: those one follows, newest first (`missing`: not on this device yet); without any,
 * the recommended ones. `home` is false while the recommended ones are not known.
 */
export interface StartStores {
  followed: boolean
  stores: StoreRow[]
  missing: number[]
  home: boolean
}

/** Reads them as far as they are on this device. */
export async function startStores(readers: Readers): Promise<StartStores> {
  const follows = (await readers.user.follows.toArray())
    .filter((row) => row.shown?.on)
    .sort((a, b) => b.shown!.at - a.shown!.at)
  const ids = follows.slice(0, 100).map((row) => row.shown!.id)
  const [followed, row] = await Promise.all([storesByIds(readers, ids), readers.catalogue.homes.get('home')])
  const missing = ids.filter((id) => !followed.some((store) => store.id === id))
  const home = row !== undefined
  if (followed.length > 0) return { followed: true, stores: followed, missing, home }
  return { followed: false, stores: await storesByIds(readers, row?.storeIds ?? []), missing, home }
}

/** The countries that stores ship from, as far as this device knows. */
export async function shippingAreas({ catalogue }: Readers): Promise<string[]> {
  const [home, stores] = await Promise.all([catalogue.homes.get('home'), catalogue.stores.toArray()])
  return [...new Set([...(home?.areas ?? []), ...stores.flatMap((store) => store.area ?? [])])]
}

/** Categories by their ids, in that order. */
export const categoriesByIds = async ({ catalogue }: Readers, ids: readonly number[]): Promise<Category[]> =>
  (await catalogue.categories.bulkGet([...ids])).filter((row) => row !== undefined)
