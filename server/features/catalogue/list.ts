import { sql, type RawBuilder } from 'kysely'
import { PAGE, type Product, type Store } from '#contract/schema/catalogue.ts'
import { COUNTED_MAX } from '#contract/rules/list-filter.ts'
import type { Db } from '../../db/tables.ts'
import { accepted, refused, type HandlersFor } from '../../http/handlers.ts'
import { cutPage, readKey } from '../../catalogue/page-key.ts'
import { productIsOf, productPasses } from '../../catalogue/product-filter.ts'
import { productJson } from '../../catalogue/product-json.ts'
import { productOrders, type ProductOrder } from '../../catalogue/product-orders.ts'
import { storeFigures, storeJson } from '../../catalogue/store-json.ts'

interface Rows {
  items: { row: { id: number; storeId: number; product?: Product }; value: number; id: number }[]
  stores: Store[]
  total: number | null
}

/** What a page holds: the ids, and the rows unless only the order was asked for. */
interface Wanted {
  where: RawBuilder<boolean>
  order: Pick<ProductOrder, 'value' | 'by'>
  limit: number
  brief: boolean
  /** Counts all that fit, no further than COUNTED_MAX. */
  counted?: boolean
}

const countOf = (where: RawBuilder<boolean>): RawBuilder<number> => sql`(select count(*)::int from (
  select from products p where p.active and ${where} limit ${sql.lit(COUNTED_MAX)}) counted)`

async function read(db: Db, { where, order, limit, brief, counted = false }: Wanted): Promise<Rows> {
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
      ${counted ? countOf(where) : sql`null`} as total
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
  const order = productOrders[input.sort]
  const key = input.after === undefined ? undefined : readKey(input.sort, input.after)
  if (input.after !== undefined && !key) return refused('invalid', { path: 'after' })
  const where = sql<boolean>`${productIsOf(input)} and ${productPasses(input)}${key ? sql` and ${order.after(key)}` : sql``}`
  const { items, stores, total } = await read(db, {
    where,
    order,
    limit: PAGE + 1,
    brief,
    counted: input.after === undefined,
  })
  const { page, next } = cutPage(items, PAGE, input.sort)
  return answer(page, stores, next, total)
}
