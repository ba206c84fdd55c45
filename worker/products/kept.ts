import type { BulkGoods } from '#contract/products/bulk.ts'
import { fieldsOfRow } from '#contract/products/rules.ts'
import type { StoreProduct } from '#contract/products/schema-row.ts'
import type { UserDb } from '#localdb/open.ts'
import { goodsStateOf } from '#localdb/queries/products/product.ts'

/** How many rows are read at once, so that gestures come in between. */
const SLICE = 500

const keptOf = (row: StoreProduct): BulkGoods & { at: number } => ({
  ...fieldsOfRow(row),
  state: goodsStateOf(row),
  barred: Boolean(row.barred),
})

/** A store's goods as its screens show them, the oldest first; or those of these ids, in their order. */
export async function keptGoods(db: UserDb, ids?: readonly string[]): Promise<BulkGoods[]> {
  const keys = ids ?? ((await db.goods.toCollection().primaryKeys()) as string[])
  const found: (BulkGoods & { at: number })[] = []
  for (let from = 0; from < keys.length; from += SLICE) {
    const rows = await db.goods.bulkGet(keys.slice(from, from + SLICE))
    for (const row of rows) if (row?.shown && !row.shown.deleted) found.push(keptOf(row.shown))
  }
  return ids ? found : found.sort((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1))
}
