import { sql } from 'kysely'
import type { Stated } from '#contract/registry.ts'
import { SHEET_FACTS_MAX, SHEET_ID } from '#contract/line-sheets/rules.ts'
import { millis, productJson } from './product-json.ts'
import { storeFigures, storeJson } from './store-json.ts'
import { accepted, refused, type HandlersFor } from '../http/handlers.ts'
import { leadDays } from '../market/promises.ts'

/** The products of a private link that are on sale now, as anybody sees them, in one statement. */
export const lineSheet: HandlersFor<'catalogue.sheet'>['catalogue.sheet'] = async ({ db, now }, { id }) => {
  // An id of the wrong form is not worth a query.
  if (!SHEET_ID.test(id)) return refused('sheetGone')
  const {
    rows: [row],
  } = await sql<{ data: Omit<Stated<'catalogue.sheet'>, 'gone'>; wanted: number }>`
    select cardinality(h.goods) as wanted, json_build_object('title', h.title, 'until', ${millis('h.until')},
      'store', ${storeJson}, 'products', (select coalesce(json_agg(
          (${productJson})::jsonb || jsonb_build_object('code', p.code, 'lead', ${leadDays},
          'facts', jsonb_path_query_array(p.attributes, '$[0 to ${sql.lit(SHEET_FACTS_MAX - 1)}]'))
        order by w.n), '[]')
      from unnest(h.goods) with ordinality w (uid, n)
      join products p on p.uid = w.uid and p.store_id = h.store_id and p.active)) as data
    from sheets h join stores s on s.id = h.store_id ${storeFigures}
    where h.id = ${id} and (h.until is null or h.until > ${new Date(now())}::timestamptz)`.execute(db)
  if (!row) return refused('sheetGone')
  return accepted({ ...row.data, gone: row.wanted - row.data.products.length })
}
