import type { ListFilter } from '#contract/catalogue/filter.ts'
import { searchSorts, type SearchSort } from '#contract/lists/sorts.ts'
import { filterIn } from '../../links/links.ts'
import { cleanText } from '#contract/search/clean-text.ts'

/** The state of a search, read from the address; without a text it is the start page. */
export interface SearchView {
  text: string
  stores: boolean
  sort: SearchSort
  category: number | undefined
  filter: ListFilter
}

/** Reads the view from the address's query; unknown values are the defaults. */
export function searchViewOf(search: string): SearchView {
  const query = new URLSearchParams(search)
  return {
    text: cleanText(query.get('q') ?? ''),
    stores: query.get('in') === 'stores',
    sort: searchSorts.find((s) => s === query.get('sort')) ?? 'best',
    category: Number(query.get('category')) || undefined,
    filter: filterIn(search),
  }
}
