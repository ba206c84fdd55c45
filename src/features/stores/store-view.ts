import type { ListFilter } from '#contract/catalogue/filter.ts'
import { listSorts, type ListSort, type SearchSort } from '#contract/lists/sorts.ts'
import { filterIn } from '../../links/links.ts'
import { cleanText } from '#contract/search/clean-text.ts'

/**
 * The state of a store's list, read from the address, so that Back finds the same list. `find` is the text searched for
 * within the store.
 */
export interface StoreView {
  sort: ListSort | SearchSort
  find: string | undefined
  /** Only products of this category and those below it. */
  category: number | undefined
  filter: ListFilter
}

/** Reads the view from the address's query; unknown values are the defaults. */
export function storeViewOf(search: string): StoreView {
  const query = new URLSearchParams(search)
  return {
    sort: listSorts.find((s) => s === query.get('sort')) ?? 'all',
    find: cleanText(query.get('q') ?? '') || undefined,
    category: Number(query.get('category')) || undefined,
    filter: filterIn(search),
  }
}
