import * as catalogue from './schema/catalogue.ts'
import { lineSheet } from './schema/line-sheets.ts'
import { storePack } from './schema/packs.ts'
import { reviewList } from './schema/review-list.ts'

/** What anyone may ask for, by name. */
export const visitorEndpoints = {
  'catalogue.home': catalogue.home,
  'catalogue.products': catalogue.productList,
  'catalogue.categories': catalogue.categoryList,
  'catalogue.rates': catalogue.rateList,
  'catalogue.product': catalogue.productInfo,
  'catalogue.details': catalogue.productDetails,
  'catalogue.pack': storePack,
  'catalogue.sheet': lineSheet,
  'catalogue.reviews': reviewList,
  'catalogue.store': catalogue.shopInfo,
  'catalogue.stores': catalogue.storeList,
  'catalogue.changes': catalogue.catalogueChanges,
} as const satisfies Record<string, { access: 'anyone' | 'optional' }>
