import { filterIn } from '../../app/links.ts'
import { cleanText } from '../../parts/clean-text.ts'
import type { ListFilter } from '#contract/rules/list-filter.ts'
import { listSorts, type ListSort, type SearchSort } from '#contract/rules/list-sorts.ts'

/**
 * What the address says of a store's list; Back therefore finds the same one. `find`: what is searched for within it.
 */
export interface StoreView {
  sort: ListSort | SearchSort
  find: string | undefined
  filter: ListFilter
}

/** Reads it from the address's query; what is unknown there is at its default. */
export function viewOf(search: string): StoreView {
  const query = new URLSearchParams(search)
  return {
    sort: listSorts.find((s) => s === query.get('sort')) ?? 'all',
    find: cleanText(query.get('q') ?? '') || undefined,
    filter: filterIn(search),
  }
}
