import { hasMarks } from '#contract/lists/marks.ts'
import type { CatalogueDb } from '#localdb/open.ts'
import type { DeviceQuery } from '../api/worker-api.ts'
import type { IndexPart } from './open-segment.ts'

/** Whether a document passes. */
export type Passes = (part: IndexPart, doc: number) => boolean

/**
 * The filter of a search, over the columns: contract/catalogue/filter.ts `passes`, within one store or a category with
 * those below it; undefined when nothing narrows the search.
 */
export async function passing(db: CatalogueDb, q: DeviceQuery): Promise<Passes | undefined> {
  const tests: ((row: IndexPart['row'], doc: number) => boolean)[] = []
  const { storeId, categoryId, priceFrom, priceTo, minimum, area, marks } = q
  if (storeId !== undefined) tests.push((row, doc) => row.store[doc] === storeId)
  if (categoryId !== undefined) {
    const below = await withThoseBelow(db, categoryId)
    tests.push((row, doc) => below.has(row.category[doc]!))
  }
  // NaN, a worth that is not known, passes neither.
  if (priceFrom !== undefined) tests.push((row, doc) => row.worth[doc]! >= priceFrom)
  if (priceTo !== undefined) tests.push((row, doc) => row.worth[doc]! <= priceTo)
  if (minimum !== undefined) tests.push((row, doc) => row.minimum[doc]! <= minimum)
  if (q.inStock) tests.push((row, doc) => row.stock[doc] === 1)
  if (area !== undefined) {
    const there = new Set((await db.stores.toArray()).filter((store) => store.area === area).map((store) => store.id))
    tests.push((row, doc) => there.has(row.store[doc]!))
  }
  if (marks?.length) {
    const having = new Set((await db.products.filter((p) => hasMarks(p, marks)).primaryKeys()) as number[])
    tests.push((row, doc) => having.has(row.id[doc]!))
  }
  return tests.length === 0 ? undefined : ({ row }, doc) => tests.every((test) => test(row, doc))
}

async function withThoseBelow(db: CatalogueDb, id: number): Promise<ReadonlySet<number>> {
  const all = await db.categories.toArray()
  const ids = new Set([id])
  // A set that grows while it is walked is walked to its end.
  for (const at of ids) for (const c of all) if (c.pid === at) ids.add(c.id)
  return ids
}
