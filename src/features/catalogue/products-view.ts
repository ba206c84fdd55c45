import type { ListFilter } from '#contract/catalogue/filter.ts'
import { listSorts, type ListSort } from '#contract/lists/sorts.ts'
import { filterIn } from '../../links/links.ts'

/** The state of the list, read from the address, so that Back finds the same list. */
export interface ProductsView {
  sort: ListSort
  favourites: boolean
  filter: ListFilter
}

/** Reads the view from the address's query; unknown values are the defaults. */
export function productsViewOf(search: string): ProductsView {
  const query = new URLSearchParams(search)
  const sort = listSorts.find((s) => s === query.get('sort')) ?? 'all'
  return { sort, favourites: query.has('favourites'), filter: filterIn(search) }
}
