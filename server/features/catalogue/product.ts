import { sql } from 'kysely'
import type { Stated } from '#contract/registry.ts'
import { accepted, refused, type HandlersFor } from '../../http/handlers.ts'
import { productJson } from '../../catalogue/product-json.ts'
import { reviewIs, reviewJson } from '../../catalogue/review-json.ts'
import { storeFigures, storeJson } from '../../catalogue/store-json.ts'

const FIRST_REVIEWS = 10
const RELATED = 8

/** What the reviews of `p` add up to; the positive rate is the share of ratings of four and five. */
const judged = sql`
  cross join lateral (select count(*)::int as total, count(*) filter (where ${reviewIs.withImage})::int as with_image,
      count(*) filter (where ${reviewIs.positive})::int as positive,
        count(*) filter (where ${reviewIs.medium})::int as medium,
      count(*) filter (where ${reviewIs.negative})::int as negative,
      json_build_array(${sql.join([1, 2, 3, 4, 5].map((n) => sql`count(*) filter (where r.rating = ${sql.lit(n)})`))})
        as ratings
    from reviews r where r.product_id = p.id) judged`

const variants = sql`(select coalesce(json_agg(json_build_object(
    'id', v.id, 'label', v.label, 'extra', v.extra, 'stock', v.stock, 'picture', v.picture)
  order by v.sort, v.id), '[]') from variants v where v.product_id = p.id)`

const detail = sql`json_build_object(
  'id', p.id, 'product', ${productJson}, 'description', p.description, 'brand', p.brand, 'pictures', p.pictures,
    'variants', ${variants},
  'attributes', p.attributes, 'shipping', case when s.currency = p.currency then s.shipping else 0 end,
    'taxBasisPoints', s.tax_basis_points,
  'reviewCount', judged.total, 'positiveRate', round(100.0 * judged.positive / nullif(judged.total, 0))::int,
  'counts', json_build_object('withImage', judged.with_image, 'positive', judged.positive, 'medium', judged.medium,
    'negative', judged.negative), 'ratings', judged.ratings)`

/** One product in full, in one statement. Related are those of its category, what sells now first. */
export const productInfo: HandlersFor<'catalogue.product'>['catalogue.product'] = async ({ db }, input) => {
  const {
    rows: [row],
  } = await sql<{ data: Stated<'catalogue.product'> }>`
    select json_build_object(
      'detail', ${detail},
      'store', ${storeJson},
      'reviews', (select coalesce(json_agg(${reviewJson} order by r.created_at desc, r.id desc), '[]') from (
        select * from reviews where product_id = p.id order by created_at desc, id desc
          limit ${sql.lit(FIRST_REVIEWS)}) r),
      'related', (select coalesce(json_agg(${productJson} order by p.monthly_sales desc, p.id desc), '[]') from (
        select o.* from products o where o.active and o.category_id = this.category_id and o.id <> this.id
        order by o.monthly_sales desc, o.id desc limit ${sql.lit(RELATED)}) p)) as data
    from products p
    join lateral (select p.id, p.category_id) this on true
    join stores s on s.id = p.store_id ${storeFigures} ${judged}
    where p.id = ${input.id}::int and p.active
  `.execute(db)
  return row ? accepted(row.data) : refused('productGone')
}

/** Certain products in full, in one statement. */
export const productDetails: HandlersFor<'catalogue.details'>['catalogue.details'] = async ({ db }, { ids }) => {
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
  return accepted(answer!)
}
