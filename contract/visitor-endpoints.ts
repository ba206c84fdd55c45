import * as catalogue from './catalogue/schema-endpoints.ts'
import { lineSheet } from './line-sheets/schema.ts'
import { storePack } from './packs/schema.ts'

/** The calls that anyone may make, by name. */
export const visitorEndpoints = {
  'catalogue.home': catalogue.home,
  'catalogue.products': catalogue.productList,
  'catalogue.categories': catalogue.categoryList,
  'catalogue.rates': catalogue.rateList,
  'catalogue.product': catalogue.productInfo,
  'catalogue.details': catalogue.productDetails,
  'catalogue.pack': storePack,
  'catalogue.sheet': lineSheet,
  'catalogue.reviews': catalogue.reviewList,
  'catalogue.store': catalogue.shopInfo,
  'catalogue.stores': catalogue.storeList,
  'catalogue.changes': catalogue.catalogueChanges,
} as const satisfies Record<string, { access: 'anyone' | 'optional' }>
