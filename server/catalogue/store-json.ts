import { sql, type RawBuilder } from 'kysely'
import type { Store } from '#contract/schema/catalogue.ts'

/** SQL that makes the contract's Store of the store row `s`; needs `storeFigures` in its from clause. */
export const storeJson: RawBuilder<Store> = sql<Store>`json_build_object(
  'id', s.id, 'name', s.name, 'logo', s.logo, 'credit', credit.value, 'products', sold.products,
    'followers', fans.value,
  'sales', sold.sales, 'turnover', sold.turnover, 'currency', s.currency, 'area', s.area, 'demo', s.demo, 'rev', s.rev)`

/**
 * What a store's counters are, by definition, each reckoned from records when it is read:
 * - products: the products it offers, those out of stock too: as many as its list has.
 * - sales: pieces sold of all its products, withdrawn ones too.
 * - turnover: what those pieces were sold for, of the products priced in the store's own currency.
 * - credit: 20 × the mean rating of all reviews of its products, rounded; 0 without reviews.
 * - followers: people whose follow register for it is on.
 */
export const storeFigures = sql`
  cross join lateral (
    select count(*) filter (where p.active)::int as products, coalesce(sum(p.sales), 0)::bigint as sales,
           coalesce(sum(p.turnover) filter (where p.currency = s.currency), 0)::bigint as turnover
    from products p where p.store_id = s.id) sold
  cross join lateral (select coalesce(round(20 * avg(r.rating)), 0)::int as value from reviews r
    where r.store_id = s.id) credit
  cross join lateral (select count(*)::int as value from follows f where f.store_id = s.id and f.is_on) fans`
