import { filterIn } from '../../app/links.ts'
import type { ListFilter } from '#contract/rules/list-filter.ts'
import { listSorts, type ListSort } from '#contract/rules/list-sorts.ts'

/** What the address says of the list; Back therefore finds the same one. */
export interface ProductsView {
  sort: ListSort
  favourites: boolean
  filter: ListFilter
}

/** Reads it from the address's query; what is unknown there is at its default. */
export function viewOf(search: string): ProductsView {
  const query = new URLSearchParams(search)
  const sort = listSorts.find((s) => s === query.get('sort')) ?? 'all'
  return { sort, favourites: query.has('favourites'), filter: filterIn(search) }
}
