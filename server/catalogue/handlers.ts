import { sql } from 'kysely'
import type { Store } from '#contract/catalogue/schema.ts'
import { accepted, refused, type HandlersFor } from '../http/handlers.ts'
import { storeFigures, storeJson } from './store-json.ts'
import { catalogueChanges } from './changes.ts'
import { categoryList } from './category-list.ts'
import { productCodes } from './codes.ts'
import { home } from './home.ts'
import { storePack } from './pack.ts'
import { productList } from './list.ts'
import { productDetails, productInfo } from './product.ts'
import { rateList } from './rates.ts'
import { reviewList } from './reviews.ts'
import { lineSheet } from './sheet.ts'

type CatalogueCall =
  | 'catalogue.home'
  | 'catalogue.products'
  | 'catalogue.categories'
  | 'catalogue.rates'
  | 'catalogue.product'
  | 'catalogue.details'
  | 'search.codes'
  | 'catalogue.pack'
  | 'catalogue.sheet'
  | 'catalogue.reviews'
  | 'catalogue.store'
  | 'catalogue.stores'
  | 'catalogue.changes'

/** Everything that is read of the market: one statement a call, which builds the answer's JSON. */
export const catalogueHandlers: HandlersFor<CatalogueCall> = {
  'catalogue.home': home,
  'catalogue.products': productList,
  'catalogue.categories': categoryList,
  'catalogue.rates': rateList,
  'catalogue.product': productInfo,
  'catalogue.details': productDetails,
  'search.codes': productCodes,
  'catalogue.pack': storePack,
  'catalogue.sheet': lineSheet,
  'catalogue.reviews': reviewList,
  'catalogue.store': async ({ db }, input) => {
    const {
      rows: [row],
    } = await sql<{
      store: Store
    }>`select ${storeJson} as store from stores s ${storeFigures} where s.id = ${input.id}::int`.execute(db)
    return row ? accepted({ store: row.store }) : refused('storeGone')
  },
  'catalogue.stores': async ({ db }, input) => {
    const { rows } = await sql<{ store: Store }>`
      select ${storeJson} as store from stores s ${storeFigures} where s.id = any(${`{${input.ids.join(',')}}`}::int[]) order by s.id`.execute(
      db,
    )
    const stores = rows.map((row) => row.store)
    return accepted({ stores, ids: stores.map((store) => store.id) })
  },
  'catalogue.changes': catalogueChanges,
}
