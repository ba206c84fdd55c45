import { sql, type RawBuilder } from 'kysely'
import { BRAND, readMark } from '#contract/lists/marks.ts'
import type { ListFilter } from '#contract/catalogue/filter.ts'

/**
 * Whether the product row `p` passes a filter: the rule of `passes` (contract/catalogue/filter.ts) in SQL. What is not
 * known does not pass.
 */
export function productPasses({ priceFrom, priceTo, minimum, inStock, area, marks }: ListFilter): RawBuilder<boolean> {
  const all: RawBuilder<boolean>[] = [
    ...(priceFrom === undefined ? [] : [sql<boolean>`p.worth >= ${priceFrom}::bigint`]),
    ...(priceTo === undefined ? [] : [sql<boolean>`p.worth <= ${priceTo}::bigint`]),
    ...(minimum === undefined ? [] : [sql<boolean>`p.minimum <= ${minimum}::bigint`]),
    ...(inStock ? [sql<boolean>`p.stock > 0`] : []),
    ...(area === undefined
      ? []
      : [sql<boolean>`p.store_id = any(array(select id from stores where area = ${area}::text))`]),
    ...[...Map.groupBy(marks ?? [], (mark) => readMark(mark).name)].map(([name, some]) => hasOneOf(name, some)),
  ]
  return all.length === 0 ? sql<boolean>`true` : sql<boolean>`(${sql.join(all, sql` and `)})`
}

/** Whether the product row `p` has one of some marks of one facet. */
function hasOneOf(name: string, marks: readonly string[]): RawBuilder<boolean> {
  const texts = JSON.stringify(name === BRAND ? marks.map((mark) => readMark(mark).value) : marks)
  const any = sql`array(select jsonb_array_elements_text(${texts}::jsonb))`
  return name === BRAND ? sql<boolean>`p.brand = any(${any})` : sql<boolean>`p.marks && ${any}`
}

/** Whether the product row `p` can be ordered by somebody: the rule of `whyNotOrderable` in SQL. */
export const orderable: RawBuilder<boolean> = sql<boolean>`(
  p.worth is not null
  and p.stock >= (p.minimum::bigint + p.multiple - 1) / p.multiple * p.multiple)`

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
