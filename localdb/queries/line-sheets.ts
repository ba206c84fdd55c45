import type { StoreProduct } from '#contract/products/schema-row.ts'
import type { StoreSheet } from '#contract/sync/schema-store-rows.ts'
import type { UserReader } from '../read.ts'
import { goodsStateOf } from './products/product.ts'

// Line sheets of a store, read from its desk.

/** A private link; `unsent` while the market does not know it. */
export interface SheetLink extends StoreSheet {
  unsent: boolean
}

/** The store's private links, the newest first. */
export async function sheetLinks(user: UserReader): Promise<SheetLink[]> {
  const row = await user.storeNotice.get('notice')
  const known = new Set(row?.server?.sheets?.map(({ id }) => id))
  return (row?.shown?.sheets ?? []).map((sheet) => ({ ...sheet, unsent: !known.has(sheet.id) })).reverse()
}

/** Goods of the store that are on sale, in the order of their ids. */
export const sheetGoods =
  (ids: readonly string[]) =>
  async (user: UserReader): Promise<StoreProduct[]> => {
    const rows = await user.goods.bulkGet([...ids])
    return rows.flatMap((row) => {
      const goods = row?.shown
      return goods && !goods.deleted && !goods.barred && goodsStateOf(goods) === 'listed' ? [goods] : []
    })
  }
