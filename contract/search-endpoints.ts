import { productCodes } from './pads/schema.ts'
import { facetList, searchProducts, searchStores } from './search/schema.ts'

/** Looking for something, for anyone, by name; a device loads it with the first search, filter or code. */
export const searchEndpoints = {
  'search.products': searchProducts,
  'search.facets': facetList,
  'search.stores': searchStores,
  'search.codes': productCodes,
} as const
