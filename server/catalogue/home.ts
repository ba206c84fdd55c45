import { sql, type RawBuilder } from 'kysely'
import type { Stated } from '#contract/registry.ts'
import { accepted, type HandlersFor } from '../http/handlers.ts'
import { productJson } from './product-json.ts'
import { storeFigures, storeJson } from './store-json.ts'

/** Products in each part of home, and stores. */
const PART = 12
const STORES = 8
/**
 * How many of the best rows a part is chosen from, so that home costs the same in a market of any size. Of the newest
 * more: a seller who has just brought a whole catalogue is not all there is to see.
 */
const [CANDIDATES, NEWEST] = [120, 480]

/** A part of home, chosen among the best `candidates` by an order; of those the first by another one. */
interface Part {
  name: string
  candidates: { name: string; by: RawBuilder<unknown>; most: number }
  rank: RawBuilder<unknown>
  /** At most so many of one store come first; of one category, where that is said. */
  perStore: number
  perCategory?: number
}

/**
 * The best of the candidates: at most so many of one store (and category) come first, so that one seller does not fill
 * home while there are others; a market of few sellers is filled up with theirs.
 */
const spread = ({ name, candidates, rank, perStore, perCategory = CANDIDATES }: Part): RawBuilder<unknown> => sql`
  ${sql.ref(candidates.name)} as materialized (
    select p.id, p.store_id, p.category_id, p.monthly_sales, p.sales, p.created_at
    from products p where p.active and p.stock >= p.minimum and p.worth is not null
    order by ${candidates.by} limit ${sql.lit(candidates.most)}),
  ${sql.ref(name)} as materialized (select id, store_id, row_number() over (order by late, place) as place from (
    select id, store_id, place, nth_of_store > ${sql.lit(perStore)} or nth_of_category > ${sql.lit(perCategory)} as late
    from (select p.id, p.store_id, row_number() over (order by ${rank}) as place,
      row_number() over (partition by p.store_id order by ${rank}) as nth_of_store,
      row_number() over (partition by p.category_id order by ${rank}) as nth_of_category
    from ${sql.ref(candidates.name)} p) counted) ranked order by late, place limit ${sql.lit(PART)})`

const newest = sql`p.created_at desc, p.id desc`
const bestSelling = sql`p.sales desc, p.id desc`
const sellingNow = sql`p.monthly_sales desc, p.id desc`
// Of what sells best this month, what its buyers rate best; three stars stand in where nobody has spoken.
const bestJudged = sql`coalesce((select avg(r.rating) from reviews r where r.product_id = p.id and r.hidden_for is null), 3) desc, p.monthly_sales desc, p.id desc`

const daily: Part = {
  name: 'daily',
  candidates: { name: 'by_time', by: newest, most: NEWEST },
  rank: newest,
  perStore: 3,
  perCategory: 3,
}
const hot: Part = {
  name: 'hot',
  candidates: { name: 'by_sales', by: bestSelling, most: CANDIDATES },
  rank: bestSelling,
  perStore: 3,
}
const recommended: Part = {
  name: 'recommended',
  candidates: { name: 'by_month', by: sellingNow, most: CANDIDATES },
  rank: bestJudged,
  perStore: 2,
}

/**
 * Home in one statement. Daily updates are the newest products, hot ones the best-selling ever,
 * recommended ones the best judged of the month's best-selling; stores are those that sell most of the latter.
 * Deals are what is at a reduced price now. Nothing that cannot be ordered or paid.
 * Only the ids when asked to be brief.
 */
export const home: HandlersFor<'catalogue.home'>['catalogue.home'] = async ({ db }, { brief }) => {
  const none = sql`'[]'::json`
  const {
    rows: [row],
  } = await sql<{ data: Stated<'catalogue.home'> }>`
    with ${spread(daily)}, ${spread(hot)}, ${spread(recommended)},
      chosen_stores as materialized (
        select store_id, row_number() over (order by sum(monthly_sales) desc, store_id) as place
        from by_month group by store_id order by place limit ${sql.lit(STORES)}),
      deals as materialized (
        select p.id, p.store_id, row_number() over (order by p.monthly_sales desc, p.id desc) as place from products p
        where p.deal is not null and p.active and p.stock >= p.minimum and p.worth is not null
        order by place limit ${sql.lit(PART)}),
      shown as (select id, store_id from daily union select id, store_id from deals union select id, store_id from hot
        union select id, store_id from recommended)
    select json_build_object(
      'daily', (select coalesce(json_agg(id order by place), '[]') from daily),
      'hot', (select coalesce(json_agg(id order by place), '[]') from hot),
      'deals', (select coalesce(json_agg(id order by place), '[]') from deals),
      'recommended', (select coalesce(json_agg(id order by place), '[]') from recommended),
      'storeIds', (select coalesce(json_agg(store_id order by place), '[]') from chosen_stores),
      'products', ${brief ? none : sql`(select coalesce(json_agg(${productJson}), '[]') from products p where p.id in (select id from shown))`},
      'stores', ${
        brief
          ? none
          : sql`(select coalesce(json_agg(${storeJson} order by s.id), '[]') from stores s ${storeFigures}
        where s.id in (select store_id from chosen_stores union select store_id from shown))`
      },
      'areas', (select coalesce(json_agg(distinct area order by area), '[]') from stores where area is not null),
      'demo', exists (select 1 from stores where demo)) as data
  `.execute(db)
  return accepted(row!.data)
}
