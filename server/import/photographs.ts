import { sql } from 'kysely'
import type { Tx } from '../db/tables/tables.ts'
import type { ImportEntry } from './rows.ts'

/**
 * Notes where the photographs of imported products lie. Those that were fetched before and are still named stay; a
 * product whose row has been written again gets them back.
 */
export async function writePhotographs(tx: Tx, entries: readonly ImportEntry[]): Promise<void> {
  const rows = entries.flatMap(({ key, item }) => item.photographs.map((url, sort) => ({ source_id: key, url, sort })))
  const named = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x(source_id text, url text, sort smallint)`
  const keys = sql`select jsonb_array_elements_text(${JSON.stringify(entries.map(({ key }) => key))}::jsonb)`
  await sql`delete from photographs f using products p
    where f.product_id = p.id and p.source_id = any(${keys})
      and not exists (select from ${named} where x.source_id = p.source_id and x.url = f.url)`.execute(tx)
  if (rows.length === 0) return
  await sql`insert into photographs (product_id, url, sort)
    select p.id, x.url, x.sort from ${named} join products p on p.source_id = x.source_id
    on conflict (product_id, url) do update set sort = excluded.sort`.execute(tx)
  await sql`update products p set pictures = here.pictures
    from (select f.product_id, jsonb_agg(f.picture order by f.sort) as pictures from photographs f
      where f.state = 'here' group by f.product_id) here
    where here.product_id = p.id and p.source_id = any(${keys})`.execute(tx)
}
