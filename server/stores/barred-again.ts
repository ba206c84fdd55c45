import { sql } from 'kysely'
import type { GoodsFields } from '#contract/rules/goods.ts'
import type { Tx } from '../db/tables.ts'

/** What a product is known by to somebody who takes it off the market: its names, its code, its first picture. */
const knownBy = ({ title, code, pictures }: GoodsFields) => ({
  titles: Object.values(title).map((one) => one.trim().toLowerCase()),
  code,
  picture: pictures[0] ?? '',
})

/** Whether two products would be known as the same one after a change of the first. */
export const isKnownOtherwise = (fields: GoodsFields, before: GoodsFields): boolean =>
  JSON.stringify(knownBy(fields)) !== JSON.stringify(knownBy(before))

/**
 * Why the market has taken off another product of a store that is known by the same; undefined when it has taken off
 * none. One that the store has removed since counts, too.
 */
export async function barredAgain(
  tx: Tx,
  storeId: number,
  id: string,
  fields: GoodsFields,
): Promise<string | undefined> {
  const { titles, code, picture } = knownBy(fields)
  const { rows } = await sql<{ why: string }>`
    select hidden_for as why from products
    where store_id = ${storeId}::int and hidden_for is not null and uid <> ${id}::uuid
      and (exists (select from jsonb_each_text(title) t where lower(trim(t.value)) = any(${titles}::text[]))
        or (${code}::text <> '' and code = ${code}::text)
        or (${picture}::text <> '' and pictures -> 0 ->> 'src' = ${picture}::text))
    limit 1`.execute(tx)
  return rows[0]?.why
}
