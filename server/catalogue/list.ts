import { sql, type RawBuilder } from 'kysely'
import { PAGE } from '#contract/catalogue/schema-endpoints.ts'
import type { Product, Store } from '#contract/catalogue/schema.ts'
import { orderableFirst } from '#contract/lists/sorts.ts'
import { COUNTED_MAX } from '#contract/catalogue/filter.ts'
import type { Input } from '#contract/registry.ts'
import type { Db } from '../db/tables/tables.ts'
import { accepted, refused, type HandlersFor } from '../http/handlers.ts'
import { readPageKey, writeKey } from './page-key.ts'
import { orderable, productIsOf, productPasses } from './product-filter.ts'
import { productJson } from './product-json.ts'
import { productOrders, type ProductOrder } from './product-orders.ts'
import { storeFigures, storeJson } from './store-json.ts'

interface Rows {
  items: { row: { id: number; storeId: number; product?: Product }; value: number; id: number }[]
  stores: Store[]
  total: number | null
}

/** The query of a page; `brief` reads the ids alone, without the rows. */
interface Wanted {
  where: RawBuilder<boolean>
  order: Pick<ProductOrder, 'value' | 'by'>
  limit: number
  brief: boolean
  /** Counts all of these, no further than COUNTED_MAX. */
  counted?: RawBuilder<boolean> | undefined
}

const countOf = (where: RawBuilder<boolean>): RawBuilder<number> => sql`(select count(*)::int from (
  select from products p where p.active and ${where} limit ${sql.lit(COUNTED_MAX)}) counted)`

async function read(db: Db, { where, order, limit, brief, counted }: Wanted): Promise<Rows> {
  const row = brief
    ? sql`json_build_object('id', p.id, 'storeId', p.store_id)`
    : sql`json_build_object('id', p.id, 'storeId', p.store_id, 'product', ${productJson})`
  const stores = brief
    ? sql`'[]'::json`
    : sql`(select coalesce(json_agg(${storeJson} order by s.id), '[]') from stores s ${storeFigures} where s.id in (select store_id from page))`
  const {
    rows: [answer],
  } = await sql<Rows>`
    with page as materialized (select p.*, ${order.value} as page_value
      from products p where p.active and ${where} order by ${order.by} limit ${limit}::int)
    select
      (select coalesce(json_agg(json_build_object('row', ${row}, 'value', p.page_value, 'id', p.id)
        order by ${order.by}), '[]') from page p) as items,
      ${stores} as stores,
      ${counted ? countOf(counted) : sql`null`} as total
  `.execute(db)
  return answer!
}

function certain(db: Db, ids: readonly number[], brief: boolean): Promise<Rows> {
  const list = sql`${`{${ids.join(',')}}`}::int[]`
  return read(db, {
    where: sql`p.id = any(${list})`,
    order: { value: sql`0`, by: sql`array_position(${list}, p.id)` },
    limit: ids.length,
    brief,
  })
}

/**
 * The product list: pages by key, never by offset; the first says how many there are, as far as that is counted.
 * Certain ids come in the order asked, without those that are gone.
 */
export const productList: HandlersFor<'catalogue.products'>['catalogue.products'] = async ({ db }, input) => {
  const brief = input.brief ?? false
  const answer = (
    items: Rows['items'][number]['row'][],
    stores: Store[],
    next: string | null,
    total?: number | null,
  ) => {
    const needed = new Set(items.map((i) => i.storeId))
    return accepted({
      ids: items.map((i) => i.id),
      products: items.flatMap((i) => i.product ?? []),
      stores: stores.filter((s) => needed.has(s.id)),
      next,
      ...(typeof total === 'number' && { total }),
    })
  }
  if (input.ids) {
    const { items, stores } = await certain(db, [...new Set(input.ids)], brief)
    return answer(
      items.map((i) => i.row),
      stores,
      null,
    )
  }
  const found = await pageOf(db, input)
  return found ? answer(found.page, found.stores, found.next, found.total) : refused('invalid', { path: 'after' })
}

interface PageOf {
  page: Rows['items'][number]['row'][]
  stores: Store[]
  next: string | null
  total: number | null
}

/**
 * A page of a list; undefined when its key is of no such list. Where what cannot be ordered comes last, the list is
 * two, one after the other, each in the order of an index.
 */
async function pageOf(db: Db, input: Input<'catalogue.products'>): Promise<PageOf | undefined> {
  const { sort, after } = input
  const order = productOrders[sort]
  const parts = orderableFirst(sort)
    ? [
        { list: sort, has: orderable },
        { list: `${sort}SoldOut`, has: sql<boolean>`not ${orderable}` },
      ]
    : [{ list: sort, has: sql<boolean>`true` }]
  const keys = parts.map(({ list }) => (after === undefined ? undefined : readPageKey(list, after)))
  const from = after === undefined ? 0 : keys.findIndex((key) => key !== undefined)
  if (from < 0) return undefined
  const where = sql<boolean>`${productIsOf(input)} and ${productPasses(input)}`
  const items: (Rows['items'][number] & { list: string })[] = []
  const stores = new Map<number, Store>()
  let total: number | null = null
  for (const [n, { list, has }] of parts.entries()) {
    if (n < from || items.length > PAGE) continue
    const key = keys[n]
    const rows = await read(db, {
      where: sql<boolean>`${where} and ${has}${key ? sql` and ${order.after(key)}` : sql``}`,
      order,
      limit: PAGE + 1 - items.length,
      brief: input.brief ?? false,
      counted: after === undefined && n === 0 ? where : undefined,
    })
    total ??= rows.total
    items.push(...rows.items.map((item) => ({ ...item, list })))
    for (const store of rows.stores) stores.set(store.id, store)
  }
  const last = items.length > PAGE ? items[PAGE - 1]! : undefined
  return {
    page: items.slice(0, PAGE).map((item) => item.row),
    stores: [...stores.values()],
    next: last ? writeKey(last.list, last) : null,
    total,
  }
}
