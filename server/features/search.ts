import type { HandlersFor } from '../http/handlers.ts'
import { searchProducts } from './search/products.ts'
import { searchStores } from './search/stores.ts'

/** Products and stores by a text. */
export const searchHandlers: HandlersFor<'search.products' | 'search.stores'> = {
  'search.products': searchProducts,
  'search.stores': searchStores,
}
