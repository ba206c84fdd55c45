import { sql, type RawBuilder } from 'kysely'
import type { ListFilter } from '#contract/rules/list-filter.ts'

/**
 * Whether the product row `p` passes a filter: the rule of `passes` (contract/rules/list-filter.ts) in SQL. What is not
 * known does not pass.
 */
export function productPasses({ priceFrom, priceTo, minimum, inStock, area }: ListFilter): RawBuilder<boolean> {
  const all: RawBuilder<boolean>[] = [
    ...(priceFrom === undefined ? [] : [sql<boolean>`p.worth >= ${priceFrom}::bigint`]),
    ...(priceTo === undefined ? [] : [sql<boolean>`p.worth <= ${priceTo}::bigint`]),
    ...(minimum === undefined ? [] : [sql<boolean>`p.minimum <= ${minimum}::bigint`]),
    ...(inStock ? [sql<boolean>`p.stock > 0`] : []),
    ...(area === undefined
      ? []
      : [sql<boolean>`p.store_id = any(array(select id from stores where area = ${area}::text))`]),
  ]
  return all.length === 0 ? sql<boolean>`true` : sql<boolean>`(${sql.join(all, sql` and `)})`
}

/** Whether the product row `p` is of a store and of a category or one below it. */
export function productIsOf({
  storeId,
  categoryId,
}: {
  storeId?: number | undefined
  categoryId?: number | undefined
}): RawBuilder<boolean> {
  const category = categoryId === undefined ? sql`` : sql` and p.category_ids @> array[${categoryId}::int]`
  const store = storeId === undefined ? sql`` : sql` and p.store_id = ${storeId}::int`
  return sql<boolean>`true${category}${store}`
}
