import { sql, type RawBuilder } from 'kysely'
import type { Store } from '#contract/schema/catalogue.ts'

/** SQL that makes the contract's Store of the store row `s`; needs `storeFigures` in its from clause. */
export const storeJson: RawBuilder<Store> = sql<Store>`json_build_object(
  'id', s.id, 'name', s.name, 'logo', s.logo, 'description', s.description,
  'credit', case when figures.reviews > 0 then round(20 * figures.stars::numeric / figures.reviews)::int else 0 end,
  'products', coalesce(figures.products, 0), 'followers', coalesce(figures.followers, 0),
  'sales', coalesce(figures.sales, 0), 'turnover', coalesce(figures.turnover, 0),
  'currency', s.currency, 'area', s.area,
  'least', case when s.least_pieces is not null then json_build_object('pieces', s.least_pieces)
    when s.least_amount is not null then json_build_object('amount', s.least_amount) end, 'terms', json_build_object(
    'shipping', s.shipping, 'taxBasisPoints', s.tax_basis_points, 'days',
      (select coalesce(json_agg(json_build_object('area', d.key, 'least', d.value->'least', 'most', d.value->'most')
        order by d.key), '[]') from jsonb_each(said.days) d),
    'holiday', case when said.holiday_to is not null
      then json_build_object('from', said.holiday_from, 'to', said.holiday_to) end,
    'announcement', coalesce(said.announcement, '')),
  'closed', s.closed_at is not null,
  'demo', s.demo, 'rev', s.rev)`

/**
 * What a store's counters are, by definition. Triggers keep them with every change (migration 0010_store_figures.sql):
 * - products: the products it offers, those out of stock too: as many as its list has.
 * - sales: pieces sold of all its products, withdrawn ones too.
 * - turnover: what those pieces were sold for, of the products priced in the store's own currency.
 * - credit: 20 × the mean rating of all reviews of its products, rounded; 0 without reviews.
 * - followers: people whose follow register for it is on.
 *
 * And what it says of itself (`said`): all that storeJson reads beside `s`.
 */
export const storeFigures = sql`left join store_figures figures on figures.store_id = s.id
  left join store_notices said on said.store_id = s.id`
