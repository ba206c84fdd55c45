import type { Db } from '../db/tables/tables.ts'
import type { Bound } from '../turns/bounds.ts'
import type { HandlersFor } from '../http/handlers.ts'
import { facetList } from './facets.ts'
import { searchProducts } from './products.ts'
import { searchStores, storeNames, STORE_NAMES_MAX } from './stores.ts'
import { productWords, WORDS_MAX } from './vocabulary.ts'

/** Products and stores by a text. */
export const searchHandlers: HandlersFor<'search.products' | 'search.facets' | 'search.stores'> = {
  'search.products': searchProducts,
  'search.facets': facetList,
  'search.stores': searchStores,
}

/** The words and names of a database that search keeps in memory. */
export const searchBounds = (db: Db): Bound[] => [
  {
    name: 'Words of products in memory',
    limit: WORDS_MAX,
    unit: 'entries',
    use: async () => (await productWords.present(db))?.size ?? 0,
  },
  {
    name: 'Names of stores in memory',
    limit: STORE_NAMES_MAX,
    unit: 'entries',
    use: async () => (await storeNames.present(db))?.size ?? 0,
  },
]
