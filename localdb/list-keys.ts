import type { ListFilter } from '#contract/catalogue/filter.ts'

/** The query of a product list: its text, category or store, order and filters. */
export interface ListParams extends ListFilter {
  query?: string | undefined
  categoryId?: number | undefined
  storeId?: number | undefined
  sort?: string | undefined
}

/** The key of a cached product list: equal lists have equal keys. */
export function listKey(p: ListParams): string {
  const of =
    [p.categoryId && `category:${p.categoryId}`, p.storeId && `store:${p.storeId}`].filter(Boolean).join('+') || 'all'
  const filter = [p.priceFrom, p.priceTo, p.minimum, p.inStock ? 1 : undefined, p.area].map((v) => v ?? '').join(',')
  const marks = p.marks?.length ? `/marks:${JSON.stringify(p.marks.toSorted())}` : ''
  return `${of}/${p.sort ?? (p.query === undefined ? 'all' : 'best')}${filter === ',,,,' ? '' : `/filter:${filter}`}${marks}${p.query === undefined ? '' : `/query:${p.query}`}`
}
/** The key of the facets of such a list, the same in whichever order it is (in `lists`, without ids). */
export const facetsKey = ({ sort: _sort, ...p }: ListParams): string => `facets/${listKey(p)}`
/** The key of a cached list of stores (in `lists`, its ids are the stores'): what `search.stores` found for a text. */
export const storeListKey = (query: string): string => `stores/query:${query}`
/** Whether a cached list is of what somebody searched for. */
export const isSearchKey = (key: string): boolean => key.includes('/query:')
export const reviewKey = (id: number, filter: string): string => `${id}/${filter}`
