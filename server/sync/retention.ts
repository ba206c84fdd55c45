import { sql, type RawBuilder } from 'kysely'
import { forgottenByStore } from '../db/personal/message-data.ts'
import { personalData } from '../db/personal/personal-data.ts'
import type { Db } from '../db/tables/tables.ts'
import { POSITION_DAYS } from '../feed/position.ts'
import { FORGOTTEN } from './outcomes.ts'

const DAY_MS = 86_400_000

/** How long outcomes are kept (days); those of orders are kept for ever. */
export const RETENTION_DAYS = 90

/**
 * The largest number of an owner's incarnations that are known one by one after the last of their outcomes has gone.
 */
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
 * Deletes the stamps of feeds that are past their time (feed/position.ts), and the tombstones of that age: rows of a
 * person's that are declared as such (db/personal), and what has left a store's feed. A row that has not changed since
 * a stamp of that age is at least as old. The feed's floor rises to the highest rev that went: a cursor below it has
 * missed something. Returns how many tombstones went.
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
      delete from ${sql.table(table)} x using users u where u.id = x.user_id and u.deleted_at is not null and x.deleted
        and ${sql.raw(forgottenByStore('x'))}`.execute(db)
    gone += Number(numAffectedRows ?? 0)
  }
  return gone
}

/** A tombstone up to the rev of the last stamp that has gone is past its time. */
const isOld = (table: string): RawBuilder<unknown> => sql`${sql.ref(`${table}.rev`)} <= last.rev`

/** The deletion of the tombstones of a table; each answers the revs of what went. */
const tombstonesOf = (userId: string, table: string, which: string): RawBuilder<unknown> => sql`
  delete from ${sql.table(table)} using last where ${sql.ref(`${table}.user_id`)} = ${userId}::uuid
    and (${sql.raw(which)}) and ${isOld(table)} returning ${sql.ref(`${table}.rev`)} as rev`

/** A tombstone of a conversation with a store is in two feeds: the store's forgets it, then the person's deletes it. */
const forgetFor = (uid: string, table: 'talks' | 'talk_lines'): RawBuilder<unknown> => sql`
  update ${sql.table(table)} x set store_rev = 0 from last, stores s, ${sql.table(table)} was
    where s.uid = ${uid}::uuid and x.store_id = s.id and x.deleted and x.store_rev > 0 and x.store_rev <= last.rev
      and was.ctid = x.ctid returning was.store_rev as rev`

/** The same of goods: they stay rows, for orders and carts name them; the feed forgets that they were there. */
const forgetGoods = (uid: string): RawBuilder<unknown> => sql`
  update products p set store_rev = 0 from last, (select p.id, p.store_rev as rev from products p
      join stores s on s.id = p.store_id where s.uid = ${uid}::uuid and p.deleted and p.store_rev > 0) was
    where p.id = was.id and was.rev <= last.rev returning was.rev`

const forgetGone = (uid: string): RawBuilder<unknown> => sql`
  delete from store_gone g using last, stores s where s.id = g.store_id and s.uid = ${uid}::uuid
    and g.store_rev <= last.rev returning g.store_rev as rev`

/** Deletes one owner's stamps of that age, and the tombstones up to the last of them, under their feed's lock. */
async function purgeOwner(db: Db, userId: string, old: Date): Promise<number> {
  const parts = [
    ...Object.entries(personalData).flatMap(([table, { tombstones }]) =>
      tombstones === undefined ? [] : [tombstonesOf(userId, table, tombstones)],
    ),
    ...[forgetGoods(userId), forgetFor(userId, 'talks'), forgetFor(userId, 'talk_lines'), forgetGone(userId)],
  ]
  const named = parts.map((part, n) => sql`${sql.ref(`part${n}`)} as (${part})`)
  const all = parts.map((_part, n) => sql`select rev from ${sql.ref(`part${n}`)}`)
  return db.transaction().execute(async (tx) => {
    await tx.selectFrom('feeds').select('rev').where('user_id', '=', userId).forUpdate().execute()
    const { rows } = await sql<{ rev: number }>`
      with stamps as (delete from feed_stamps where user_id = ${userId}::uuid and at <= ${old}::timestamptz
        returning rev),
      last as (select max(rev) as rev from stamps), ${sql.join(named)}
      ${sql.join(all, sql` union all `)}`.execute(tx)
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
