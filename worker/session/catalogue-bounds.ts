import type { CatalogueDb } from '#localdb/open.ts'

/** How many rows of each of these tables of the catalogue a device keeps. */
export const CATALOGUE_MAX = { products: 60_000, details: 2_000, reviews: 6_000, stores: 20_000, areas: 20_000 }

const bounded = Object.keys(CATALOGUE_MAX) as (keyof typeof CATALOGUE_MAX)[]

/** Whether the catalogue on this device is beyond its bounds. */
export async function isBeyondBounds(db: CatalogueDb, max = CATALOGUE_MAX): Promise<boolean> {
  const counts = await Promise.all(bounded.map((table) => db[table].count()))
  return bounded.some((table, n) => counts[n]! > max[table])
}
