import { countFacets, FACETED_MAX, type Facet } from '#contract/lists/facets.ts'
import type { Readers } from '../../read.ts'
import { facetsKey } from '../../list-keys.ts'
import { favouriteProducts, keptProducts, productsByIds, type ListQuery } from './lists.ts'

/** By what a list can be narrowed; `more`: it has more products than were counted. */
export interface Facets {
  facets: readonly Facet[]
  more: boolean
}

/** As the server last counted them, if it ever did. */
export async function serverFacets({ catalogue }: Readers, query: ListQuery): Promise<Facets | undefined> {
  const row = await catalogue.lists.get(facetsKey(query))
  return row?.facets && { facets: row.facets, more: row.more === true }
}

/** Counted over the products on this device; `found` are those that a search of it found, best first. */
export async function facetsHere(
  readers: Readers,
  { marks = [], ...list }: ListQuery,
  found: readonly number[] | undefined,
): Promise<Facets> {
  const products = list.favourites
    ? (await favouriteProducts(readers, list)).products
    : found
      ? await productsByIds(readers, found)
      : await keptProducts(readers, { ...list, sort: 'all' }, FACETED_MAX + 1)
  return { facets: countFacets(products.slice(0, FACETED_MAX), marks), more: products.length > FACETED_MAX }
}
