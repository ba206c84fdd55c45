import type { DrawnFor } from '#contract/quotes/drawn.ts'
import type { StoreProduct } from '#contract/products/schema-row.ts'
import type { UserReader } from '../../read.ts'

// The rows with which a store draws up an order, as its screen reads them from its desk. Sealed values stay sealed.

const tables = { sale: 'sales', storeTalk: 'storeTalks', request: 'storeQuotes' } as const

/** A row by which the store knows a buyer, with its table; null when it is not here. */
export const drawnBy =
  (kind: DrawnFor, id: string) =>
  async (
    user: UserReader,
  ): Promise<{ table: (typeof tables)[DrawnFor]; row: { id: string; buyer: string } } | null> => {
    const table = tables[kind]
    const shown = (await user[table].get(id))?.shown
    return shown ? { table, row: { id: shown.id, buyer: shown.buyer } } : null
  }

/** The goods with these ids that are here, by id. */
export const goodsByIds =
  (ids: readonly string[]) =>
  async (user: UserReader): Promise<Map<string, StoreProduct>> => {
    const rows = await user.goods.bulkGet([...ids])
    return new Map(rows.flatMap((row) => (row?.shown && !row.shown.deleted ? [[row.key, row.shown] as const] : [])))
  }
