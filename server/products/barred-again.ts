import { sql } from 'kysely'
import type { GoodsFields } from '#contract/products/rules.ts'
import type { Tx } from '../db/tables/tables.ts'

/** The marks of a product by which operators and buyers recognise it. */
const marksOf = ({ title, code, pictures }: GoodsFields) => ({
  titles: Object.values(title).map((one) => one.trim().toLowerCase()),
  code,
  picture: pictures[0] ?? '',
})

/** Whether a change of a product changes its marks. */
export const looksOther = (fields: GoodsFields, before: GoodsFields): boolean =>
  JSON.stringify(marksOf(fields)) !== JSON.stringify(marksOf(before))

/**
 * The reason why the market took off another product of the store that shares one of these marks, also if the store
 * has removed that one since. Undefined where there is none.
 */
export async function barredAgain(
  tx: Tx,
  storeId: number,
  id: string,
  fields: GoodsFields,
): Promise<string | undefined> {
  const { titles, code, picture } = marksOf(fields)
  const { rows } = await sql<{ why: string }>`
    select hidden_for as why from products
    where store_id = ${storeId}::int and hidden_for is not null and uid <> ${id}::uuid
      and (exists (select from jsonb_each_text(title) t where lower(trim(t.value)) = any(${titles}::text[]))
        or (${code}::text <> '' and code = ${code}::text)
        or (${picture}::text <> '' and pictures -> 0 ->> 'src' = ${picture}::text))
    limit 1`.execute(tx)
  return rows[0]?.why
}
