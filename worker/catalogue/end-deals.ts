import { pricedAt } from '#contract/prices/deals.ts'
import type { CatalogueDb } from '#localdb/open.ts'

/**
 * Gives the products of this device their usual prices again whose deals are over, with or without a network. Returns
 * when the next of them ends (Unix ms); undefined when none does.
 */
export async function endKnownDeals(db: CatalogueDb, now: number): Promise<number | undefined> {
  if ((await db.products.where('deal.until').belowOrEqual(now).count()) > 0) await giveUsual(db, now)
  return (await db.products.orderBy('deal.until').first())?.deal?.until
}

const giveUsual = (db: CatalogueDb, now: number): Promise<void> =>
  db.transaction('rw', [db.products, db.details], async () => {
    const over = await db.products.where('deal.until').belowOrEqual(now).toArray()
    await db.products.bulkPut(over.map((product) => pricedAt(product, now)))
    const details = (await db.details.bulkGet(over.map(({ id }) => id))).filter((row) => row !== undefined)
    await db.details.bulkPut(details.map((row) => ({ ...row, product: pricedAt(row.product, now) })))
  })
