import { sql } from 'kysely'
import type { Stated } from '#contract/registry.ts'
import { accepted, refused, type HandlersFor } from '../http/handlers.ts'
import { productJson } from './product-json.ts'
import { reviewIs, reviewJson } from './review-json.ts'
import { dearestShipping, highestTax, storeFigures, storeJson } from './store-json.ts'
import type { Db } from '../db/tables/tables.ts'
import { leadDays } from '../market/promises.ts'

const FIRST_REVIEWS = 10
const RELATED = 8
/** Related products are chosen among this many that sell best; at most this many of them are of one store. */
const CANDIDATES = 200
const OF_ONE_STORE = 3

/** The counts of the reviews of `p`; the positive rate is the share of ratings of four and five. */
const judged = sql`
  cross join lateral (select count(*)::int as total, count(*) filter (where ${reviewIs.withImage})::int as with_image,
      count(*) filter (where ${reviewIs.positive})::int as positive,
        count(*) filter (where ${reviewIs.medium})::int as medium,
      count(*) filter (where ${reviewIs.negative})::int as negative,
      json_build_array(${sql.join([1, 2, 3, 4, 5].map((n) => sql`count(*) filter (where r.rating = ${sql.lit(n)})`))})
        as ratings
    from reviews r where r.product_id = p.id and r.hidden_for is null) judged`

const variants = sql`(select coalesce(json_agg(json_build_object(
    'id', v.id, 'label', v.label, 'extra', v.extra, 'stock', v.stock, 'picture', v.picture, 'weight', v.weight,
    'beyond', v.beyond)
  order by v.sort, v.id), '[]') from variants v where v.product_id = p.id)`

const detail = sql`json_build_object(
  'id', p.id, 'product', ${productJson}, 'description', p.description, 'brand', p.brand, 'pictures', p.pictures,
    'photosToCome', (select count(*)::int from photographs f where f.product_id = p.id and f.state = 'waiting'),
    'variants', ${variants},
  'attributes', p.attributes, 'shipping', case when s.currency = p.currency then ${dearestShipping} else 0 end,
    'taxBasisPoints', ${highestTax}, 'lead', ${leadDays}, 'weight', p.weight,
    'back', case when p.beyond > 0 then json_build_object('beyond', p.beyond, 'days', p.back_days) end,
  'reviewCount', judged.total, 'positiveRate', round(100.0 * judged.positive / nullif(judged.total, 0))::int,
  'counts', json_build_object('withImage', judged.with_image, 'positive', judged.positive, 'medium', judged.medium,
    'negative', judged.negative), 'ratings', judged.ratings)`

/**
 * Products like `this` one: of its category, those that share the most words with its title first (`alike_words`,
 * kept with each), the brand counting as two; few of one store, so that others are seen too.
 */
const alike = sql`select r.*, o.place from (
  select o.id, row_number() over (order by o.likeness desc, o.monthly_sales desc, o.id desc) as place,
    row_number() over (partition by o.store_id order by o.likeness desc, o.monthly_sales desc, o.id desc) as of_store
  from (select o.id, o.store_id, o.monthly_sales,
      cardinality(array(select unnest(o.alike_words) intersect select unnest(this.alike_words)))
        + case when o.brand = this.brand then 2 else 0 end as likeness
    from (select o.id, o.store_id, o.monthly_sales, o.brand, o.alike_words from products o
      where o.active and o.id <> this.id and o.category_id = this.category_id
      order by o.monthly_sales desc, o.id desc limit ${sql.lit(CANDIDATES)}) o) o) o join products r on r.id = o.id
  where o.of_store <= ${sql.lit(OF_ONE_STORE)} order by o.place limit ${sql.lit(RELATED)}`

/** Whether a product is not on sale for nothing but that its store is closed. */
async function isOfClosedStore(db: Db, id: number): Promise<boolean> {
  const { rows } = await sql`
    select 1 from products p join stores s on s.id = p.store_id
    where p.id = ${id}::int and p.offered and p.hidden_for is null and s.closed_at is not null
      and s.suspended_for is null`.execute(db)
  return rows.length > 0
}

/** One product in full, in one statement. Related are those like it. */
export const productInfo: HandlersFor<'catalogue.product'>['catalogue.product'] = async ({ db }, input) => {
  const {
    rows: [row],
  } = await sql<{ data: Stated<'catalogue.product'> }>`
    select json_build_object(
      'detail', ${detail},
      'store', ${storeJson},
      'reviews', (select coalesce(json_agg(${reviewJson} order by r.created_at desc, r.id desc), '[]') from (
        select * from reviews where product_id = p.id and hidden_for is null order by created_at desc, id desc
          limit ${sql.lit(FIRST_REVIEWS)}) r),
      'related', (select coalesce(json_agg(${productJson} order by p.place), '[]') from (
        ${alike}) p)) as data
    from products p
    join lateral (select p.id, p.category_id, p.brand, p.alike_words) this on true
    join stores s on s.id = p.store_id ${storeFigures} ${judged}
    where p.id = ${input.id}::int and p.active
  `.execute(db)
  if (row) return accepted(row.data)
  return (await isOfClosedStore(db, input.id)) ? refused('productGone', { closed: 1 }) : refused('productGone')
}

/** About how many bytes of products one answer carries, and how many are read before it is known what they take. */
const DETAILS_BYTES = 2_000_000
const READ_FIRST = 20

/**
 * Certain products in full, as many as an answer carries: a product may have 100 kB in all its languages, and what is
 * left out is named.
 */
export const productDetails: HandlersFor<'catalogue.details'>['catalogue.details'] = async ({ db }, { ids }) => {
  const answer = await readDetails(db, ids.slice(0, READ_FIRST))
  let read = Math.min(ids.length, READ_FIRST)
  let bytes = bytesOf(answer.details)
  while (read < ids.length && bytes < DETAILS_BYTES) {
    const part = ids.slice(read, read + Math.max(1, Math.floor((DETAILS_BYTES - bytes) / (bytes / read || 1))))
    const next = await readDetails(db, part)
    const known = new Set(answer.stores.map((store) => store.id))
    answer.details.push(...next.details)
    answer.stores.push(...next.stores.filter((store) => !known.has(store.id)))
    bytes += bytesOf(next.details)
    read += part.length
  }
  return accepted(read < ids.length ? { ...answer, rest: ids.slice(read) } : answer)
}

const bytesOf = (details: readonly object[]): number => Buffer.byteLength(JSON.stringify(details))

async function readDetails(db: Db, ids: readonly number[]): Promise<Stated<'catalogue.details'>> {
  const {
    rows: [answer],
  } = await sql<Stated<'catalogue.details'>>`
    with wanted as materialized (select * from products where active and id = any(${`{${ids.join(',')}}`}::int[]))
    select
      (select coalesce(json_agg(${detail} order by p.id), '[]')
        from wanted p join stores s on s.id = p.store_id ${judged}) as details,
      (select coalesce(json_agg(${storeJson} order by s.id), '[]')
        from stores s ${storeFigures} where s.id in (select store_id from wanted)) as stores
  `.execute(db)
  return answer!
}
