import { sql, type RawBuilder } from 'kysely'
import type { Store } from '#contract/schema/catalogue.ts'

/** SQL that makes the contract's Store of the store row `s`; needs `storeFigures` in its from clause. */
export const storeJson: RawBuilder<Store> = sql<Store>`json_build_object(
  'id', s.id, 'name', s.name, 'logo', s.logo,
  'credit', case when figures.reviews > 0 then round(20 * figures.stars::numeric / figures.reviews)::int else 0 end,
  'products', coalesce(figures.products, 0), 'followers', coalesce(figures.followers, 0),
  'sales', coalesce(figures.sales, 0), 'turnover', coalesce(figures.turnover, 0),
  'currency', s.currency, 'area', s.area,
  'least', case when s.least_pieces is not null then json_build_object('pieces', s.least_pieces)
    when s.least_amount is not null then json_build_object('amount', s.least_amount) end, 'demo', s.demo, 'rev', s.rev)`

/**
 * What a store's counters are, by definition. Triggers keep them with every change (migration 0010_store_figures.sql):
 * - products: the products it offers, those out of stock too: as many as its list has.
 * - sales: pieces sold of all its products, withdrawn ones too.
 * - turnover: what those pieces were sold for, of the products priced in the store's own currency.
 * - credit: 20 × the mean rating of all reviews of its products, rounded; 0 without reviews.
 * - followers: people whose follow register for it is on.
 */
export const storeFigures = sql`left join store_figures figures on figures.store_id = s.id`
