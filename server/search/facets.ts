import { sql, type RawBuilder } from 'kysely'
import { countFacets, FACETED_MAX } from '#contract/lists/facets.ts'
import { type Marked } from '#contract/lists/marks.ts'
import { orderable, productIsOf, productPasses } from '../catalogue/product-filter.ts'
import { productOrders } from '../catalogue/product-orders.ts'
import { rankedProducts } from './products.ts'
import { accepted, type HandlersFor } from '../http/handlers.ts'

/**
 * The facets of a list, or of the products that a text finds. Its first products are read, and counted by the one rule.
 */
export const facetList: HandlersFor<'search.facets'>['search.facets'] = async ({ db }, input) => {
  const { marks = [], ...filter } = input
  const hits = input.query === undefined ? undefined : await rankedProducts(db, input.query)
  const among: RawBuilder<boolean> = hits
    ? sql`p.id = any(${`{${hits.map((hit) => hit.id).join(',')}}`}::int[])`
    : sql`true`
  const { rows } = await sql<Marked>`
    select p.brand, array_to_json(p.marks) as marks from products p
    where p.active and ${among} and ${productIsOf(filter)} and ${productPasses(filter)}
    order by not ${orderable}, ${productOrders.all.by} limit ${sql.lit(FACETED_MAX + 1)}`.execute(db)
  return accepted({ facets: countFacets(rows.slice(0, FACETED_MAX), marks), more: rows.length > FACETED_MAX })
}
