import { byId } from '#contract/lists/by-id.ts'
import type { SeenProduct } from '#localdb/rows/seen.ts'

/** How many opened products, and the prices of how many favourites, are remembered. */
export const [SEEN_MAX, PRICES_MAX] = [60, 500]

/** The opened products: the newer ones, then those from before, each once. */
export function newestSeen(newer: readonly SeenProduct[], before: readonly SeenProduct[]): SeenProduct[] {
  const ids = new Set<number>()
  return [...newer, ...before].filter(({ id }) => !ids.has(id) && ids.add(id)).slice(0, SEEN_MAX)
}

/** The prices of the favourites: the first known price of each that has one, the price of now for the others. */
export function firstPrices(
  favourites: readonly number[],
  known: readonly SeenProduct[],
  now: (id: number) => SeenProduct,
): SeenProduct[] {
  const before = byId(known.filter(({ price }) => price !== null))
  return favourites.slice(0, PRICES_MAX).map((id) => before.get(id) ?? now(id))
}
