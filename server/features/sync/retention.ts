import { sql } from 'kysely'
import type { Db } from '../../db/tables.ts'
import { POSITION_DAYS } from '../../feed/position.ts'
import { FORGOTTEN } from './outcomes.ts'

const DAY_MS = 86_400_000

/** How long outcomes are kept (days); those of orders are kept for ever. */
export const RETENTION_DAYS = 90

/** So many incarnations of an owner are known one by one after the last of their outcomes has gone. */
export const INCARNATIONS_KEPT = 1_000

/**
 * Deletes outcomes past their time, keeping per incarnation up to which seq: that tells "purged" from "never seen".
 * Returns how many went.
 */
export async function purgeOutcomes(db: Db, now: number): Promise<number> {
  const before = new Date(now - RETENTION_DAYS * DAY_MS)
  const gone = await deleteOutcomes(db, before)
  await forgetIncarnations(db, before)
  return gone
}

const withoutOutcomes = sql`incarnation <> ${FORGOTTEN}
  and not exists (select from outcomes o where o.user_id = i.user_id and o.incarnation = i.incarnation)`

/**
 * Forgets incarnations of owners that have too many, and remembers one moment for all of them: whatever is made before
 * it and comes under an incarnation that is not known may have been done.
 */
async function forgetIncarnations(db: Db, before: Date): Promise<void> {
  await sql`
    with crowded as (select user_id from incarnations i where ${withoutOutcomes}
        group by user_id having count(*) > ${INCARNATIONS_KEPT}::int),
      gone as (delete from incarnations i using crowded c where i.user_id = c.user_id and ${withoutOutcomes})
    insert into incarnations (user_id, incarnation, purged_through)
      select user_id, ${FORGOTTEN}, ${before.getTime()}::bigint from crowded
      on conflict (user_id, incarnation) do update
        set purged_through = greatest(incarnations.purged_through, excluded.purged_through)`.execute(db)
}

function deleteOutcomes(db: Db, before: Date): Promise<number> {
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

/** Each feed is purged at most so often (days): what is past its time goes at most so much later. */
export const PURGE_DAYS = 30

/**
 * Deletes the stamps of feeds that are past their time (feed/position.ts), and the tombstones of that age: favourites
 * and follows that are off, lines at zero, deleted addresses, own lists, quotes and messages, watches that are off,
 * what has left a store's feed. A row that has not changed since a stamp of that age is at least as old. The feed's
 * floor rises to the highest rev that went: a cursor below it has missed something. Returns how many tombstones went.
 */
export async function purgeFeeds(db: Db, now: number): Promise<number> {
  const old = now - POSITION_DAYS * DAY_MS
  const due = await db
    .selectFrom('feed_stamps')
    .select('user_id')
    .distinct()
    .where('at', '<=', new Date(old - PURGE_DAYS * DAY_MS))
    .execute()
  let gone = 0
  for (const { user_id: userId } of due) gone += await purgeOwner(db, userId, new Date(old))
  return gone + (await purgeLeftTalks(db))
}

/** Deletes what is left of the conversations of people who have gone, once the stores have forgotten them, too. */
async function purgeLeftTalks(db: Db): Promise<number> {
  let gone = 0
  for (const table of ['talk_lines', 'talks'] as const) {
    const { numAffectedRows } = await sql`
      delete from ${sql.table(table)} x using users u
      where u.id = x.user_id and u.deleted_at is not null and x.deleted and ${isForgotten('x')}`.execute(db)
    gone += Number(numAffectedRows ?? 0)
  }
  return gone
}

// A tombstone of a conversation with a store is in two feeds: the store's forgets it, then the person's deletes it.
const isForgotten = (table: string) =>
  sql`(${sql.ref(`${table}.store_rev`)} = 0 or not exists (select from store_members m
    where m.store_id = ${sql.ref(`${table}.store_id`)} and m.ended_at is null))`
const forgetFor = (uid: string, table: 'talks' | 'talk_lines') =>
  sql`update ${sql.table(table)} x set store_rev = 0 from last, stores s, ${sql.table(table)} was
    where s.uid = ${uid}::uuid and x.store_id = s.id and x.deleted and x.store_rev > 0 and x.store_rev <= last.rev
      and was.ctid = x.ctid returning was.store_rev as rev`

/** Deletes one person's stamps of that age, and the tombstones up to the last of them, under their feed's lock. */
async function purgeOwner(db: Db, userId: string, old: Date): Promise<number> {
  return db.transaction().execute(async (tx) => {
    await tx.selectFrom('feeds').select('rev').where('user_id', '=', userId).forUpdate().execute()
    const { rows } = await sql<{ rev: number }>`
      with stamps as (delete from feed_stamps where user_id = ${userId}::uuid and at <= ${old}::timestamptz
        returning rev),
      last as (select max(rev) as rev from stamps),
      was as (select p.id, p.store_rev as rev from products p join stores s on s.id = p.store_id
        where s.uid = ${userId}::uuid and p.deleted and p.store_rev > 0),
      a as (delete from favourites using last
        where user_id = ${userId}::uuid and not is_on and favourites.rev <= last.rev returning favourites.rev),
      b as (delete from follows using last where user_id = ${userId}::uuid and not is_on and follows.rev <= last.rev
        returning follows.rev),
      c as (delete from cart_lines using last where user_id = ${userId}::uuid and num = 0 and cart_lines.rev <= last.rev
        returning cart_lines.rev),
      d as (delete from addresses using last where user_id = ${userId}::uuid and deleted and addresses.rev <= last.rev
        returning addresses.rev),
      e as (delete from own_lists using last where user_id = ${userId}::uuid and deleted and own_lists.rev <= last.rev
        returning own_lists.rev),
      f as (delete from list_lines using last where user_id = ${userId}::uuid and num = 0 and list_lines.rev <= last.rev
        returning list_lines.rev),
      g as (delete from messages using last where user_id = ${userId}::uuid and deleted and messages.rev <= last.rev
        returning messages.rev),
      h as (delete from watches using last where user_id = ${userId}::uuid and not is_on and watches.rev <= last.rev
        returning watches.rev),
      i as (delete from talks using last where user_id = ${userId}::uuid and deleted and talks.rev <= last.rev
        and ${isForgotten('talks')} returning talks.rev),
      j as (delete from talk_lines using last where user_id = ${userId}::uuid and deleted and talk_lines.rev <= last.rev
        and ${isForgotten('talk_lines')} returning talk_lines.rev),
      -- Goods that are gone stay rows, for orders and carts name them; the feed forgets that they were there.
      k as (update products p set store_rev = 0 from last, was where p.id = was.id and was.rev <= last.rev
        returning was.rev),
      l as (delete from quotes using last where user_id = ${userId}::uuid and deleted and quotes.rev <= last.rev
        returning quotes.rev),
      m as (${forgetFor(userId, 'talks')}),
      n as (${forgetFor(userId, 'talk_lines')}),
      o as (delete from store_gone g using last, stores s where s.id = g.store_id and s.uid = ${userId}::uuid
        and g.store_rev <= last.rev returning g.store_rev as rev)
      select rev from a union all select rev from b union all select rev from c union all select rev from d
        union all select rev from e union all select rev from f union all select rev from g
        union all select rev from h union all select rev from i union all select rev from j
        union all select rev from k union all select rev from l
        union all select rev from m union all select rev from n union all select rev from o`.execute(tx)
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
