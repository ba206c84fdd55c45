import { sql, type RawBuilder } from 'kysely'
import { PAGE, type Product, type Store } from '#contract/catalogue.ts'
import type { ListSort } from '#contract/list-sorts.ts'
import type { Input } from '#contract/registry.ts'
import type { Db } from '../../db/tables.ts'
import { accepted, refused, type HandlersFor } from '../../http/handlers.ts'
import { cutPage, keyTime, readKey, timeKey, type PageKey } from '../../market/page-key.ts'
import { productJson } from '../../market/product-json.ts'
import { storeFigures, storeJson } from '../../market/store-json.ts'

interface Order { value: RawBuilder<number>; by: RawBuilder<unknown>; after(key: PageKey): RawBuilder<boolean> }

/** What each order sorts by. Prices are compared as minor units, whatever their currency. */
const orders: Record<ListSort, Order> = {
  all: {
    value: sql`p.monthly_sales`, by: sql`p.monthly_sales desc, p.id desc`,
    after: (k) => sql`(p.monthly_sales, p.id) < (${k.value}::bigint, ${k.id}::int)`,
  },
  sales: { value: sql`p.sales`, by: sql`p.sales desc, p.id desc`, after: (k) => sql`(p.sales, p.id) < (${k.value}::bigint, ${k.id}::int)` },
  priceUp: { value: sql`p.price`, by: sql`p.price, p.id`, after: (k) => sql`(p.price, p.id) > (${k.value}::bigint, ${k.id}::int)` },
  priceDown: { value: sql`p.price`, by: sql`p.price desc, p.id desc`, after: (k) => sql`(p.price, p.id) < (${k.value}::bigint, ${k.id}::int)` },
  new: {
    value: timeKey('p.created_at'), by: sql`p.created_at desc, p.id desc`,
    after: (k) => sql`(p.created_at, p.id) < (${keyTime(k.value)}, ${k.id}::int)`,
  },
}

interface Rows { items: { row: Product; value: number; id: number }[]; stores: Store[] }

async function read(db: Db, where: RawBuilder<boolean>, order: Pick<Order, 'value' | 'by'>, limit: number): Promise<Rows> {
  const { rows: [row] } = await sql<Rows>`
    with page as materialized (select p.*, ${order.value} as page_value
      from products p where p.active and ${where} order by ${order.by} limit ${limit}::int)
    select
      (select coalesce(json_agg(json_build_object('row', ${productJson}, 'value', p.page_value, 'id', p.id) order by ${order.by}), '[]') from page p) as items,
      (select coalesce(json_agg(${storeJson} order by s.id), '[]') from stores s ${storeFigures}
        where s.id in (select store_id from page)) as stores
  `.execute(db)
  return row!
}

async function certain(db: Db, ids: readonly number[]): Promise<Rows> {
  const list = sql`${`{${ids.join(',')}}`}::int[]`
  return read(db, sql`p.id = any(${list})`, { value: sql`0`, by: sql`array_position(${list}, p.id)` }, ids.length)
}

function chosen(input: Input<'catalogue.products'>): RawBuilder<boolean> {
  const category = input.categoryId === undefined ? sql`` : sql` and p.category_ids @> array[${input.categoryId}::int]`
  const store = input.storeId === undefined ? sql`` : sql` and p.store_id = ${input.storeId}::int`
  return sql<boolean>`true${category}${store}`
}

/** The product list: pages by key, never by offset, and nothing is counted. */
export const productList: HandlersFor<'catalogue.products'>['catalogue.products'] = async ({ db }, input) => {
  if (input.ids) {
    const { items, stores } = await certain(db, [...new Set(input.ids)])
    return accepted({ products: items.map((i) => i.row), stores, next: null })
  }
  const order = orders[input.sort]
  const key = input.after === undefined ? undefined : readKey(input.sort, input.after)
  if (input.after !== undefined && !key) return refused('invalid', { path: 'after' })
  const where = key ? sql<boolean>`${chosen(input)} and ${order.after(key)}` : chosen(input)
  const { items, stores } = await read(db, where, order, PAGE + 1)
  const { page, next } = cutPage(items, PAGE, input.sort)
  const needed = new Set(page.map((p) => p.storeId))
  return accepted({ products: page, stores: stores.filter((s) => needed.has(s.id)), next })
}
