import { sql } from 'kysely'
import { parseProductCode } from '#contract/catalogue/product-code.ts'
import { codeForms } from '#contract/pads/rules.ts'
import type { Stated } from '#contract/registry.ts'
import { productJson } from './product-json.ts'
import { storeFigures, storeJson } from './store-json.ts'
import { accepted, type HandlersFor } from '../http/handlers.ts'

/** The largest number of products answered; a maker's code is rarely of more than one. */
const FOUND_MAX = 1000

/** The products of certain codes, in one statement. */
export const productCodes: HandlersFor<'search.codes'>['search.codes'] = async ({ db }, { codes }) => {
  const ids = codes.flatMap((code) => parseProductCode(code)?.id ?? [])
  // The database keeps no text with such a sign in it.
  const forms = codes.flatMap(codeForms).filter((form) => !form.includes('\0'))
  const {
    rows: [answer],
  } = await sql<Stated<'search.codes'>>`
    with wanted as materialized (select * from products where active and (id = any(${ids}::int[])
      or codes ?| ${forms}::text[]) order by id limit ${sql.lit(FOUND_MAX)})
    select
      (select coalesce(json_agg(${productJson} order by p.id), '[]') from wanted p) as products,
      (select coalesce(json_agg(${storeJson} order by s.id), '[]')
        from stores s ${storeFigures} where s.id in (select store_id from wanted)) as stores
  `.execute(db)
  return accepted(answer!)
}
