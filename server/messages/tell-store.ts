import { sql } from 'kysely'
import type { Tx } from '../db/tables/tables.ts'
import type { OwnerCall } from '../feed/owner-feed.ts'
import { notify, type Notification } from './notify.ts'

/** The most messages to a store that are handed out in one transaction. */
const A_PIECE = 100

/**
 * Tells a store something: all who act for it. It is written with what happened, so that neither is there without the
 * other, and handed out right after the commit (sync/owed.ts), each once. A store without members is told nothing.
 * `but` is who did it, and knows.
 */
export async function tellStore(tx: Tx, storeId: number, notice: Notification, but?: string): Promise<void> {
  const json = JSON.stringify({ ...notice, but })
  await sql`insert into store_tells (store_id, notice) select ${storeId}::int, ${json}::jsonb
    where exists (select from store_members where store_id = ${storeId}::int and ended_at is null)`.execute(tx)
}

/** Hands what a store is to be told to its members, in a transaction of the store's. */
export async function handOut(call: OwnerCall, uid: string): Promise<void> {
  const { rows } = await sql<{ id: number; notice: Notification & { but?: string } }>`
    delete from store_tells where id in (select t.id from store_tells t join stores s on s.id = t.store_id
      where s.uid = ${uid}::uuid order by t.id limit ${sql.lit(A_PIECE)}) returning id, notice`.execute(call.tx)
  if (rows.length === 0) return
  const { rows: members } = await sql<{ user_id: string }>`
    select m.user_id from store_members m join stores s on s.id = m.store_id
    where s.uid = ${uid}::uuid and m.ended_at is null order by m.user_id`.execute(call.tx)
  rows.sort((a, b) => a.id - b.id)
  for (const { user_id } of members) {
    const within = await call.within(user_id)
    for (const { notice } of rows) if (notice.but !== user_id) await notify(within, user_id, notice)
  }
}
