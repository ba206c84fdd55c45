import { sql, type RawBuilder } from 'kysely'
import type { Store } from '#contract/catalogue/schema.ts'
import { ELSEWHERE } from '#contract/shipping/charges.ts'

/**
 * The highest shipping and the highest added tax of the store row `s`, of all its zones and countries: for devices that
 * know of one of each, and for screens that have no store.
 */
export const dearestShipping: RawBuilder<number> = sql<number>`coalesce((
  select max(greatest((z.value->>'price')::bigint,
    (select max((step.value->>'price')::bigint) from jsonb_array_elements(z.value->'steps') step)))
  from store_notices n, jsonb_array_elements(n.zones) z where n.store_id = s.id), s.shipping)`
export const highestTax: RawBuilder<number> = sql<number>`coalesce((
  select greatest(case when n.tax_included then 0 else s.tax_basis_points end,
    (select max((c.value->>'rate')::int) from jsonb_each(n.taxes) c where not (c.value->'included')::boolean))
  from store_notices n where n.store_id = s.id), s.tax_basis_points)`

/** The zones of what a store says (`said`), without their ids; its taxes by country, with those of everywhere else. */
const zones = sql`(select coalesce(jsonb_agg(z.value - 'id' order by z.ordinality), '[]')
  from jsonb_array_elements(said.zones) with ordinality z)`
const taxes = sql`(case when said.taxes <> '{}' or said.tax_included then
  (select coalesce(jsonb_agg(c.value || jsonb_build_object('country', c.key) order by c.key), '[]')
    from jsonb_each(said.taxes) c)
  || jsonb_build_object('country', ${sql.lit(ELSEWHERE)}, 'rate', s.tax_basis_points, 'included', said.tax_included)
  else '[]' end)`

/** SQL that makes the contract's Store of the store row `s`; needs `storeFigures` in its from clause. */
export const storeJson: RawBuilder<Store> = sql<Store>`json_build_object(
  'id', s.id, 'name', s.name, 'logo', s.logo, 'description', s.description,
  'credit', case when figures.reviews > 0 then round(20 * figures.stars::numeric / figures.reviews)::int else 0 end,
  'products', coalesce(figures.products, 0), 'followers', coalesce(figures.followers, 0),
  'sales', coalesce(figures.sales, 0), 'turnover', coalesce(figures.turnover, 0),
  'currency', s.currency, 'area', s.area,
  'least', case when s.least_pieces is not null then json_build_object('pieces', s.least_pieces)
    when s.least_amount is not null then json_build_object('amount', s.least_amount) end, 'terms', json_build_object(
    'shipping', ${dearestShipping}, 'taxBasisPoints', ${highestTax}, 'zones', ${zones}, 'taxes', ${taxes}, 'days',
      (select coalesce(json_agg(json_build_object('area', d.key, 'least', d.value->'least', 'most', d.value->'most')
        order by d.key), '[]') from jsonb_each(said.days) d),
    'holiday', case when said.holiday_to is not null
      then json_build_object('from', said.holiday_from, 'to', said.holiday_to) end,
    'announcement', coalesce(said.announcement, '')),
  'closed', s.closed_at is not null, 'answersIn', s.answers_in,
  'demo', s.demo, 'rev', s.rev)`

/**
 * The definitions of a store's counters. Triggers keep them with every change (migration 0010_store_figures.sql):
 * - products: the products it offers, those out of stock too: as many as its list has.
 * - sales: pieces sold of all its products, withdrawn ones too.
 * - turnover: the price that those pieces were sold for, of the products priced in the store's own currency.
 * - credit: 20 × the mean rating of all reviews of its products, rounded; 0 without reviews.
 * - followers: people whose follow register for it is on.
 *
 * The store's notices (`said`) are joined, too: the two joins are all that storeJson reads besides `s`.
 */
export const storeFigures = sql`left join store_figures figures on figures.store_id = s.id
  left join store_notices said on said.store_id = s.id`
