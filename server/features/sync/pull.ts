import { sql } from 'kysely'
import type { Change } from '#contract/changes.ts'
import type { PushResult } from '#contract/sync.ts'
import type { Output } from '#contract/registry.ts'
import type { Db, Tx } from '../../db/tables.ts'
import { addressChangesIn, addressRevs } from '../../market/address-change.ts'
import { lineChange, lineColumns, type LineRow } from '../../market/cart-change.ts'
import { orderChangesIn } from '../../market/order-change.ts'
import { registerChange } from '../../market/register-change.ts'

/** About so many rows a page; a page ends between two revs, so that what was committed together arrives together. */
export const PAGE_ROWS = 2000

/** What changed of a person's things since a cursor, from one snapshot. A cursor beyond the feed (a restored backup) is answered with everything. */
export async function pullFeed(db: Db, userId: string, cursor: number, incarnation: string | undefined, pageRows = PAGE_ROWS): Promise<Output<'sync.pull'>> {
  return db.transaction().setIsolationLevel('repeatable read').execute(async (tx) => {
    const feed = await tx.selectFrom('feeds').select('rev').where('user_id', '=', userId).executeTakeFirst()
    const head = feed?.rev ?? 0
    const reset = cursor > head
    const from = reset ? 0 : cursor
    // Most pulls find nothing new: all that carries a rev got it from this feed.
    if (from === head) return { uid: userId, cursor: String(head), more: false, reset, changes: [], outcomes: [] }
    const cut = await cutAfter(tx, userId, incarnation, from, pageRows) ?? head
    const changes = await changesIn(tx, userId, from, cut)
    const outcomes = incarnation === undefined ? [] : await outcomesIn(tx, userId, incarnation, from, cut)
    return { uid: userId, cursor: String(cut), more: cut < head, reset, changes, outcomes }
  })
}

/** The rev at which a page of so many rows is full; undefined when everything fits. */
async function cutAfter(tx: Tx, userId: string, incarnation: string | undefined, from: number, pageRows: number): Promise<number | undefined> {
  const { rows } = await sql<{ rev: number }>`
    select rev from (
      select rev from favourites where user_id = ${userId}::uuid and rev > ${from}::bigint
      union all select rev from follows where user_id = ${userId}::uuid and rev > ${from}::bigint
      union all select rev from cart_lines where user_id = ${userId}::uuid and rev > ${from}::bigint
      union all select rev from orders where user_id = ${userId}::uuid and rev > ${from}::bigint
      union all ${addressRevs(userId, from)}
      union all select rev from outcomes where user_id = ${userId}::uuid and incarnation = ${incarnation ?? null} and rev > ${from}::bigint
    ) r order by rev offset ${pageRows - 1}::int limit 1`.execute(tx)
  return rows[0]?.rev
}

async function changesIn(tx: Tx, userId: string, from: number, cut: number): Promise<Change[]> {
  const within = sql`user_id = ${userId}::uuid and rev > ${from}::bigint and rev <= ${cut}::bigint`
  type Register = { id: number; is_on: boolean; at: Date; rev: number }
  const favourites = await sql<Register>`select product_id as id, is_on, at, rev from favourites where ${within}`.execute(tx)
  const follows = await sql<Register>`select store_id as id, is_on, at, rev from follows where ${within}`.execute(tx)
  const lines = await sql<LineRow & { rev: number }>`select ${lineColumns}, rev from cart_lines where ${within}`.execute(tx)
  return [
    ...favourites.rows.map((r) => registerChange('favourites', r.rev, r)),
    ...follows.rows.map((r) => registerChange('follows', r.rev, r)),
    ...lines.rows.map((r) => lineChange(r.rev, r)),
    ...await addressChangesIn(tx, userId, from, cut),
    ...await orderChangesIn(tx, userId, from, cut),
  ]
}

/** The device settles by these; the rows are among the changes already, as they are now. */
async function outcomesIn(tx: Tx, userId: string, incarnation: string, from: number, cut: number): Promise<PushResult[]> {
  const { rows } = await sql<{ result: PushResult }>`
    select result from outcomes where user_id = ${userId}::uuid and incarnation = ${incarnation} and rev > ${from}::bigint and rev <= ${cut}::bigint order by seq`.execute(tx)
  return rows.map(({ result }) => ({ ...result, rows: [] }))
}
