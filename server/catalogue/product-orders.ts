import { sql, type RawBuilder } from 'kysely'
import type { ListSort } from '#contract/lists/sorts.ts'
import { keyTime, timeKey, type PageKey } from './page-key.ts'

/** An order of the product rows `p`: the value it sorts by, and what comes after a key of it. */
export interface ProductOrder {
  value: RawBuilder<number>
  by: RawBuilder<unknown>
  after(key: PageKey): RawBuilder<boolean>
}

// As the expressions of the indexes: prices are compared by what they are worth, and where that is not known they come
// last.
const cheap = sql<number>`coalesce(p.worth, 9007199254740991)`
const dear = sql<number>`coalesce(p.worth, -1)`

/** The SQL of each order of a product list. */
export const productOrders: Record<ListSort, ProductOrder> = {
  all: {
    value: sql`p.monthly_sales`,
    by: sql`p.monthly_sales desc, p.id desc`,
    after: (k) => sql`(p.monthly_sales, p.id) < (${k.value}::bigint, ${k.id}::int)`,
  },
  sales: {
    value: sql`p.sales`,
    by: sql`p.sales desc, p.id desc`,
    after: (k) => sql`(p.sales, p.id) < (${k.value}::bigint, ${k.id}::int)`,
  },
  priceUp: {
    value: cheap,
    by: sql`${cheap}, p.id`,
    after: (k) => sql`(${cheap}, p.id) > (${k.value}::bigint, ${k.id}::int)`,
  },
  priceDown: {
    value: dear,
    by: sql`${dear} desc, p.id desc`,
    after: (k) => sql`(${dear}, p.id) < (${k.value}::bigint, ${k.id}::int)`,
  },
  new: {
    value: timeKey('p.created_at'),
    by: sql`p.created_at desc, p.id desc`,
    after: (k) => sql`(p.created_at, p.id) < (${keyTime(k.value)}, ${k.id}::int)`,
  },
}
