import { byId } from '#contract/rules/by-id.ts'
import type { SeenProduct } from '#localdb/seen-rows.ts'

/** How many opened products are remembered, and of how many favourites the price. */
export const [SEEN_MAX, PRICES_MAX] = [60, 500]

/** What was seen: the newer products, then those from before, each once. */
export function newestSeen(newer: readonly SeenProduct[], before: readonly SeenProduct[]): SeenProduct[] {
  const ids = new Set<number>()
  return [...newer, ...before].filter(({ id }) => !ids.has(id) && ids.add(id)).slice(0, SEEN_MAX)
}

/**
 * The prices of the favourites: of those that are still saved what they cost when they were first known, of the others
 * as they are now.
 */
export function firstPrices(
  favourites: readonly number[],
  known: readonly SeenProduct[],
  now: (id: number) => SeenProduct,
): SeenProduct[] {
  const before = byId(known.filter(({ price }) => price !== null))
  return favourites.slice(0, PRICES_MAX).map((id) => before.get(id) ?? now(id))
}
