import { sql, type RawBuilder } from 'kysely'
import type { Product } from '#contract/catalogue/schema.ts'

/** A time as the contract has it: whole Unix milliseconds. */
export const millis = (column: string): RawBuilder<number> =>
  sql<number>`floor(extract(epoch from ${sql.ref(column)}) * 1000)::bigint`

/** SQL that makes the contract's Product of the product row `p`. */
export const productJson: RawBuilder<Product> = sql<Product>`json_build_object(
  'id', p.id, 'storeId', p.store_id, 'categoryId', p.category_id, 'title', p.title, 'picture', p.pictures -> 0,
  'currency', p.currency, 'ladder', p.ladder, 'deal', p.deal,
  'minimum', p.minimum, 'multiple', p.multiple, 'stock', p.stock,
  'choices', (select count(*)::int from variants v where v.product_id = p.id),
  'monthlySales', p.monthly_sales, 'sales', p.sales, 'createdAt', ${millis('p.created_at')},
  'brand', p.brand, 'codes', p.codes, 'marks', p.marks, 'worth', p.worth, 'rev', p.rev)`
