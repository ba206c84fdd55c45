import { rankStores, storeNamesOf } from '#contract/search/match.ts'
import type { IndexPart } from './open-segment.ts'
import { everything, search } from './search.ts'

/** The largest number of stores found. */
const MOST = 200

/** The ids of these stores that a text finds, best first: by their name, then by their products in the index. */
export function seekStores(
  parts: readonly IndexPart[],
  query: string,
  stores: readonly { id: number; name: string }[],
): number[] {
  const here = new Set(stores.map((store) => store.id))
  const sells = new Map<number, number>()
  // In any order but the best, hits are those alone that match the most words.
  for (const { part, doc } of search(parts, { query, sort: 'sales', passes: everything, limit: Infinity })) {
    const id = part.row.store[doc]!
    if (here.has(id)) sells.set(id, (sells.get(id) ?? 0) + 1)
  }
  return rankStores(query, storeNamesOf(stores), sells)
    .slice(0, MOST)
    .map(({ id }) => id)
}
