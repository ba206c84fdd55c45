import { sql } from 'kysely'
import type { Db } from '../../db/tables.ts'

/** Outcomes are kept so long (days), those of orders for ever. */
export const RETENTION_DAYS = 90

/**
 * Deletes outcomes past their time, keeping per incarnation up to which seq: that tells "purged" from "never seen".
 * Returns how many went.
 */
export async function purgeOutcomes(db: Db, now: number): Promise<number> {
  const before = new Date(now - RETENTION_DAYS * 86_400_000)
  return db.transaction().execute(async (tx) => {
    await sql`
      insert into incarnations (user_id, incarnation, purged_through)
      select user_id, incarnation, max(seq) from outcomes where not kept and created_at < ${before}
        group by user_id, incarnation
      on conflict (user_id, incarnation) do update
        set purged_through = greatest(incarnations.purged_through, excluded.purged_through)`.execute(tx)
    const gone = await tx
      .deleteFrom('outcomes')
      .where('kept', '=', false)
      .where('created_at', '<', before)
      .executeTakeFirst()
    return Number(gone.numDeletedRows)
  })
}

/** What says that something is no longer there is kept so long (days); a device that was away for longer pulls anew. */
export const TOMBSTONE_DAYS = 180
/** How far the feeds have risen is noted so often (days): tombstones go at most so much later. */
const MARK_DAYS = 30

/**
 * Deletes tombstones past their time: favourites and follows that are off, cart lines at zero, deleted addresses. A row
 * that has not changed since a mark of that age is at least as old. The feed's floor rises to the highest rev that
 * went: a cursor below it has missed something. Returns how many went.
 */
export async function purgeTombstones(db: Db, now: number): Promise<number> {
  const old = new Date(now - TOMBSTONE_DAYS * 86_400_000)
  await sql`
    insert into feed_marks (user_id, at, rev)
    select f.user_id, ${new Date(now)}::timestamptz, f.rev from feeds f
    left join lateral (select at, rev from feed_marks m where m.user_id = f.user_id order by at desc
      limit 1) last on true
    where last.at is null or (last.rev < f.rev and last.at <= ${new Date(now - MARK_DAYS * 86_400_000)}::timestamptz)
    on conflict do nothing`.execute(db)
  const due = await db.selectFrom('feed_marks').select('user_id').distinct().where('at', '<=', old).execute()
  let gone = 0
  for (const { user_id: userId } of due) gone += await purgeOwner(db, userId, old)
  return gone
}

/**
 * Deletes one person's tombstones up to their last mark of that age, under their feed's lock, and the marks with them.
 */
async function purgeOwner(db: Db, userId: string, old: Date): Promise<number> {
  return db.transaction().execute(async (tx) => {
    await tx.selectFrom('feeds').select('rev').where('user_id', '=', userId).forUpdate().execute()
    const { rows } = await sql<{ rev: number }>`
      with marks as (delete from feed_marks where user_id = ${userId}::uuid and at <= ${old}::timestamptz
        returning rev),
      mark as (select max(rev) as rev from marks),
      a as (delete from favourites using mark
        where user_id = ${userId}::uuid and not is_on and favourites.rev <= mark.rev returning favourites.rev),
      b as (delete from follows using mark where user_id = ${userId}::uuid and not is_on and follows.rev <= mark.rev
        returning follows.rev),
      c as (delete from cart_lines using mark where user_id = ${userId}::uuid and num = 0 and cart_lines.rev <= mark.rev
        returning cart_lines.rev),
      d as (delete from addresses using mark where user_id = ${userId}::uuid and deleted and addresses.rev <= mark.rev
        returning addresses.rev)
      select rev from a union all select rev from b union all select rev from c union all select rev from d`.execute(tx)
    if (rows.length > 0)
      await tx
        .updateTable('feeds')
        .set((eb) => ({
          floor: sql<number>`greatest(${eb.ref('floor')}, ${Math.max(...rows.map((r) => r.rev))}::bigint)`,
        }))
        .where('user_id', '=', userId)
        .execute()
    return rows.length
  })
}
