import type { ListFilter } from '#contract/rules/list-filter.ts'
import { searchSorts, type SearchSort } from '#contract/rules/list-sorts.ts'
import { filterIn } from '../../app/links.ts'
import { cleanText } from '../../parts/clean-text.ts'

/** What the address says of a search; without a text one is about to begin. */
export interface SearchView {
  text: string
  stores: boolean
  sort: SearchSort
  category: number | undefined
  filter: ListFilter
}

/** Reads it from the address's query; what is unknown there is at its default. */
export function viewOf(search: string): SearchView {
  const query = new URLSearchParams(search)
  return {
    text: cleanText(query.get('q') ?? ''),
    stores: query.get('in') === 'stores',
    sort: searchSorts.find((s) => s === query.get('sort')) ?? 'best',
    category: Number(query.get('category')) || undefined,
    filter: filterIn(search),
  }
}
