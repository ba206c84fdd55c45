import type { Change } from '#contract/sync/schema-changes.ts'
import { isOpenOrder } from '#contract/orders/states.ts'
import type { CatalogueDb, UserDb } from '#localdb/open.ts'
import { unsealFields } from '#localdb/seal.ts'
import type { UserStore } from '../session/user-store.ts'
import { absent } from './rows.ts'

// The catalogue rows that a person's own rows need. Loaded after the first pull.

/** How many favourites, and products of open orders, are fetched in full ahead. */
const NEXT_MAX = 50

/** How many addresses have their areas fetched ahead. */
const ADDRESSES_MAX = 50

/** How many lines of own lists are fetched ahead. */
const LISTED_MAX = 2000

interface Wanted {
  inCart: number[]
  /** Products that may be opened or ordered again next: those of open orders, then the newest favourites. */
  next: number[]
  products: number[]
  stores: number[]
}

/** The products and stores of a person's own rows. It runs after each pull, so it is one transaction. */
export const wantedBy = (db: UserDb): Promise<Wanted> =>
  db.transaction('r', [db.cartLines, db.favourites, db.follows, db.orders, db.listLines], async () => {
    const lines = (await db.cartLines.toArray()).flatMap((row) => (row.shown && row.shown.num > 0 ? [row.shown] : []))
    const on = (row: { shown: { id: number; on: boolean } | null }): number[] => (row.shown?.on ? [row.shown.id] : [])
    const inCart = [...new Set(lines.map((line) => line.id))]
    const favourites = (await db.favourites.toArray()).toSorted((a, b) => b.rev - a.rev).flatMap(on)
    const ordered = (await db.orders.toArray()).flatMap(({ shown }) =>
      shown && isOpenOrder(shown.state) ? shown.lines.map((line) => line.id) : [],
    )
    const listed = (await db.listLines.limit(LISTED_MAX).toArray()).flatMap(({ shown }) =>
      shown && shown.num > 0 ? [shown.id] : [],
    )
    return {
      inCart,
      next: [...ordered.slice(0, NEXT_MAX), ...favourites.slice(0, NEXT_MAX)],
      products: [...inCart, ...favourites, ...new Set(listed)],
      stores: [...lines.map((line) => line.shopId), ...(await db.follows.toArray()).flatMap(on)],
    }
  })

/** Whether the device has the products and stores of rows that the server answered with. */
export async function isHere(db: CatalogueDb, changes: readonly Change[]): Promise<boolean> {
  const products: number[] = []
  const stores: number[] = []
  for (const { table, row } of changes) {
    if ((table === 'cartLines' || table === 'listLines') && row.num > 0) products.push(row.id)
    if (table === 'favourites' && row.on) products.push(row.id)
    if (table === 'cartLines' && row.num > 0) stores.push(row.shopId)
    if (table === 'follows' && row.on) stores.push(row.id)
  }
  const missing = await lacking(db, { products, stores })
  return missing.products.length + missing.stores.length === 0
}

/** Those of which the device has no row, without products that are known to be gone. */
export const lacking = (
  db: CatalogueDb,
  { products, stores }: Pick<Wanted, 'products' | 'stores'>,
): Promise<Pick<Wanted, 'products' | 'stores'>> =>
  db.transaction('r', [db.products, db.gone, db.stores], async () => {
    const missing = await absent(db.products, products)
    const gone = missing.length > 0 ? await db.gone.bulkGet(missing) : []
    return { products: missing.filter((_, i) => !gone[i]), stores: await absent(db.stores, stores) }
  })

/**
 * The parents of the areas in the person's addresses (a country's code, or '' above the countries) whose areas this
 * device does not have: their names, and whether the market delivers there, are wanted without a network, too.
 */
export async function lackingAreas({ db, key, uid }: UserStore, { areas }: CatalogueDb): Promise<string[]> {
  const rows = (await db.addresses.limit(ADDRESSES_MAX).toArray()).flatMap(({ shown }) =>
    shown && !shown.deleted ? [shown] : [],
  )
  const opened = await Promise.all(
    rows.map((row) => unsealFields(key, uid, `addresses/${row.id}`, row, ['country', 'province'])),
  )
  const parents = opened.flatMap((address) =>
    address ? ['', ...(address.province.startsWith(`${address.country}-`) ? [address.country] : [])] : [],
  )
  const wanted = [...new Set(parents)]
  const known = await Promise.all(wanted.map((parent) => areas.where('parentCode').equals(parent).count()))
  return wanted.filter((_, n) => known[n] === 0)
}
