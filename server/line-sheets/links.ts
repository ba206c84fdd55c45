import { sql } from 'kysely'
import type { Payload } from '#contract/registry.ts'
import { SHEETS_MAX } from '#contract/line-sheets/rules.ts'
import type { Db } from '../db/tables/tables.ts'
import { noticeNow } from '../stores/feed/change.ts'
import { refused, type StoreMutationCall, type Verdict } from '../http/handlers.ts'

// Private links to line sheets of a store; the store's feed lock, which their transaction has, keeps true what was
// read.

/** The store's register row with its links as they now are. */
const accepted = async (call: StoreMutationCall): Promise<Verdict> => ({
  kind: 'accepted',
  rows: await noticeNow(call),
})

/** Makes a link; where there is no room, one that has ended makes it. */
export async function makeSheet(
  call: StoreMutationCall,
  { id, title, goods, until }: Payload<'sheet.make'>,
): Promise<Verdict> {
  const { tx, store, now } = call
  const at = new Date(now())
  const { rows } = await sql<{ mine: boolean }>`
    select store_id = ${store.id}::int as mine from sheets where id = ${id}`.execute(tx)
  if (rows[0]) return rows[0].mine ? accepted(call) : refused('invalid', { path: 'id' })
  await sql`delete from sheets where id in (select id from sheets where store_id = ${store.id}::int
    and until <= ${at}::timestamptz order by until
    limit greatest(0, (select count(*) from sheets where store_id = ${store.id}::int) - ${sql.lit(SHEETS_MAX - 1)})
    )`.execute(tx)
  const { rows: left } = await sql<{ n: number }>`
    select count(*)::int as n from sheets where store_id = ${store.id}::int`.execute(tx)
  if (left[0]!.n >= SHEETS_MAX) return refused('sheetsFull', { max: SHEETS_MAX })
  await tx
    .insertInto('sheets')
    .values({
      ...{ id, title, store_id: store.id, created_at: at },
      goods: [...new Set(goods)],
      until: until === null ? null : new Date(until),
    })
    .execute()
  return accepted(call)
}

/** Revokes a link. */
export async function endSheet(call: StoreMutationCall, { id }: Payload<'sheet.end'>): Promise<Verdict> {
  await call.tx.deleteFrom('sheets').where('id', '=', id).where('store_id', '=', call.store.id).execute()
  return accepted(call)
}

/** Whether a link leads anywhere; `now` in Unix ms. */
export async function sheetIsOpen(db: Db, id: string, now: number): Promise<boolean> {
  const { rows } = await sql`select from sheets
    where id = ${id} and (until is null or until > ${new Date(now)}::timestamptz)`.execute(db)
  return rows.length > 0
}
