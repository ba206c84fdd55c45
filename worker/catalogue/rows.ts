import type { Product, Store } from '#contract/catalogue/schema.ts'
import type { CatalogueDb } from '#localdb/open.ts'

/**
 * Writes products, in a transaction over `products` and `gone`. An answer that a newer one has overtaken never brings
 * the older row back. `overwrite` ignores revs: after a reset the server may count them from the start again.
 */
export async function putProducts(db: CatalogueDb, products: readonly Product[], overwrite = false): Promise<void> {
  const known = await db.products.bulkGet(products.map((p) => p.id))
  await db.products.bulkPut(products.filter((p, i) => overwrite || (known[i]?.rev ?? 0) <= p.rev))
  await db.gone.bulkDelete(products.map((p) => p.id))
}

/**
 * The same for stores. Their figures change without their rev, so each row has the time of its answer (Unix ms).
 */
export async function putStores(
  db: CatalogueDb,
  stores: readonly Store[],
  at: number,
  overwrite = false,
): Promise<void> {
  const known = await db.stores.bulkGet(stores.map((s) => s.id))
  await db.stores.bulkPut(
    stores.filter((s, i) => overwrite || (known[i]?.rev ?? 0) <= s.rev).map((s) => ({ ...s, at })),
  )
}

/** The ids of which the device has no row, each once. */
export async function absent(
  table: CatalogueDb['products'] | CatalogueDb['stores'] | CatalogueDb['details'],
  ids: readonly number[],
): Promise<number[]> {
  if (ids.length === 0) return []
  const wanted = [...new Set(ids)]
  const rows: unknown[] = await table.bulkGet(wanted)
  return wanted.filter((_, i) => rows[i] === undefined)
}

/** The products of which the device has no details, or details older than the product's row. */
export async function withoutDetails(db: CatalogueDb, ids: readonly number[]): Promise<number[]> {
  const wanted = [...new Set(ids)]
  const [details, rows] = await Promise.all([db.details.bulkGet(wanted), db.products.bulkGet(wanted)])
  return wanted.filter((_, i) => (details[i]?.product.rev ?? -1) < (rows[i]?.rev ?? 0))
}

/** The stores of which the device has no row, or one whose figures are older than `before` (Unix ms). */
export async function outdated(db: CatalogueDb, ids: readonly number[], before: number): Promise<number[]> {
  const wanted = [...new Set(ids)]
  const rows = await db.stores.bulkGet(wanted)
  return wanted.filter((_, i) => (rows[i]?.at ?? 0) < before)
}

/** How many ids are asked for at once. */
export const IDS_MAX = 500

/** Splits a list into parts of `size`. */
export const chunksOf = <T>(all: readonly T[], size = IDS_MAX): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, n) => all.slice(n * size, (n + 1) * size))
