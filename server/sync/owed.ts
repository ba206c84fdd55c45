import { sql } from 'kysely'
import type { Db, Tx } from '../db/tables/tables.ts'
import { handOut } from '../messages/tell-store.ts'
import { onOwed } from '../feed/listeners.ts'
import { ownerTransaction, type OwnerCall } from '../feed/owner-feed.ts'

// A row may be in two feeds: an order in its buyer's and in its store's, a membership in the store's and in the
// person's. The transaction that changes it raises one feed and owes the row to the other: its rev there is null
// (migration 0026), until a transaction of that owner's has given it one. The debt is announced at once; the timer
// finds the rows whose process did not live to announce them. Notices to a store are owed to it in the same way.

/** Gives everything that is owed to an owner's feed its rev; true when there was anything. */
export async function settleOwed(db: Db, uid: string): Promise<boolean> {
  let any = false
  while (await isOwed(db, uid)) {
    any = true
    await settlePiece(db, uid)
  }
  return any
}

/**
 * The largest number of orders, goods, lines or the like that get one rev. All rows of one rev arrive in one answer,
 * and a store may be owed every row it has.
 */
const A_PIECE = 500

async function settlePiece(db: Db, uid: string): Promise<void> {
  // Found again under the feed's lock, which another process may have had meanwhile.
  await ownerTransaction(db, uid, async (call) => {
    const { tx, rev } = call
    // Before any row is locked: it takes the members' feeds.
    await handOut(call, uid)
    await settleTalks(call, uid)
    await sql`update orders set store_rev = ${rev}::bigint where id in (select o.id from orders o
      join stores s on s.id = o.store_id where o.store_rev is null and s.uid = ${uid}::uuid order by o.id
      limit ${sql.lit(A_PIECE)})`.execute(tx)
    await sql`update invoices set store_rev = ${rev}::bigint where id in (select i.id from invoices i
      join stores s on s.id = i.store_id where i.store_rev is null and s.uid = ${uid}::uuid order by i.id
      limit ${sql.lit(A_PIECE)})`.execute(tx)
    await sql`update products set store_rev = ${rev}::bigint where id in (select p.id from products p
      join stores s on s.id = p.store_id where p.store_rev is null and s.uid = ${uid}::uuid order by p.id
      limit ${sql.lit(A_PIECE)} for no key update of p)`.execute(tx)
    await sql`update store_members set rev = ${rev}::bigint
      where rev is null and store_id = (select id from stores where uid = ${uid}::uuid)`.execute(tx)
    await sql`update store_notices set rev = ${rev}::bigint
      where rev is null and store_id = (select id from stores where uid = ${uid}::uuid)`.execute(tx)
    await sql`update quotes set store_rev = ${rev}::bigint where (user_id, id) in (select q.user_id, q.id from quotes q
      join stores s on s.id = q.store_id where q.store_rev is null and s.uid = ${uid}::uuid
      limit ${sql.lit(A_PIECE)})`.execute(tx)
    await sql`update reviews set store_rev = ${rev}::bigint
      where store_rev is null and to_store and store_id = (select id from stores where uid = ${uid}::uuid)`.execute(tx)
    await sql`update store_gone set store_rev = ${rev}::bigint where (store_id, part, key) in (
      select g.store_id, g.part, g.key from store_gone g join stores s on s.id = g.store_id
      where g.store_rev is null and s.uid = ${uid}::uuid limit ${sql.lit(A_PIECE)})`.execute(tx)
    await sql`update store_members set person_rev = ${rev}::bigint
      where person_rev is null and user_id = ${uid}::uuid`.execute(tx)
    await sql`update ledger_postings set rev = ${rev}::bigint where user_id = ${uid}::uuid
      and (account, asset, seq) in (select account, asset, seq from ledger_postings
        where user_id = ${uid}::uuid and rev is null limit ${sql.lit(A_PIECE)})`.execute(tx)
  })
}

async function settleTalks({ tx, rev }: OwnerCall, uid: string): Promise<void> {
  await sql`update talk_lines l set store_rev = ${rev}::bigint from (select x.user_id, x.talk_id, x.id from talk_lines x
      join stores s on s.id = x.store_id where x.store_rev is null and s.uid = ${uid}::uuid order by x.at, x.id
      limit ${sql.lit(A_PIECE)} for no key update of x) piece
    where l.user_id = piece.user_id and l.talk_id = piece.talk_id and l.id = piece.id`.execute(tx)
  await sql`update talks set store_rev = ${rev}::bigint where (user_id, id) in (select t.user_id, t.id from talks t
    join stores s on s.id = t.store_id where t.store_rev is null and s.uid = ${uid}::uuid
    limit ${sql.lit(A_PIECE)})`.execute(tx)
}

async function isOwed(db: Db | Tx, uid: string): Promise<boolean> {
  const { rows } = await sql<{ owed: boolean }>`
    select exists (select from store_members where person_rev is null and user_id = ${uid}::uuid)
      or exists (select from ledger_postings where rev is null and user_id = ${uid}::uuid)
      or exists (select from store_members m join stores s on s.id = m.store_id
        where m.rev is null and s.uid = ${uid}::uuid)
      or exists (select from orders o join stores s on s.id = o.store_id
        where o.store_rev is null and s.uid = ${uid}::uuid)
      or exists (select from invoices i join stores s on s.id = i.store_id
        where i.store_rev is null and s.uid = ${uid}::uuid)
      or exists (select from store_notices n join stores s on s.id = n.store_id
        where n.rev is null and s.uid = ${uid}::uuid)
      or exists (select from talks t join stores s on s.id = t.store_id
        where t.store_rev is null and s.uid = ${uid}::uuid)
      or exists (select from talk_lines l join stores s on s.id = l.store_id
        where l.store_rev is null and s.uid = ${uid}::uuid)
      or exists (select from quotes q join stores s on s.id = q.store_id
        where q.store_rev is null and s.uid = ${uid}::uuid)
      or exists (select from reviews r join stores s on s.id = r.store_id
        where r.store_rev is null and r.to_store and s.uid = ${uid}::uuid)
      or exists (select from store_gone g join stores s on s.id = g.store_id
        where g.store_rev is null and s.uid = ${uid}::uuid)
      or exists (select from products p join stores s on s.id = p.store_id
        where p.store_rev is null and s.uid = ${uid}::uuid)
      or exists (select from store_tells t join stores s on s.id = t.store_id
        where s.uid = ${uid}::uuid) as owed`.execute(db)
  return rows[0]!.owed
}

/** Settles what is owed to anybody. */
export async function settleAllOwed(db: Db): Promise<void> {
  const { rows } = await sql<{ uid: string }>`
    select user_id as uid from store_members where person_rev is null
    union select user_id from ledger_postings where rev is null and user_id is not null
    union select s.uid from stores s where exists (select from orders o where o.store_rev is null and o.store_id = s.id)
      or exists (select from invoices i where i.store_rev is null and i.store_id = s.id)
      or exists (select from store_tells t where t.store_id = s.id)
      or exists (select from quotes q where q.store_rev is null and q.store_id = s.id)
      or exists (select from store_gone g where g.store_rev is null and g.store_id = s.id)
      or exists (select from store_members m where m.rev is null and m.store_id = s.id)
      or exists (select from store_members m join reviews r on r.store_id = m.store_id
        where m.store_id = s.id and m.ended_at is null and r.store_rev is null and r.to_store)
      or exists (select from store_members m join store_notices n on n.store_id = m.store_id
        where m.store_id = s.id and m.ended_at is null and n.rev is null)
      or exists (select from store_members m join products p on p.store_id = m.store_id
        where m.store_id = s.id and m.ended_at is null and p.store_rev is null)
      or exists (select from store_members m join talks t on t.store_id = m.store_id
        where m.store_id = s.id and m.ended_at is null and t.store_rev is null)
      or exists (select from store_members m join talk_lines l on l.store_id = m.store_id
        where m.store_id = s.id and m.ended_at is null and l.store_rev is null)`.execute(db)
  for (const { uid } of rows) await settleOwed(db, uid)
}

/** Settles what is owed as soon as it is; returns the way to stop, which waits for what is under way. */
export function keepSettled(db: Db, failed: (error: unknown) => void): () => Promise<void> {
  const running = new Map<string, Promise<unknown>>()
  const again = new Set<string>()
  const settle = (uid: string): void => {
    // Rows that come to be owed meanwhile are settled after it, however many they are.
    if (running.has(uid)) return void again.add(uid)
    const settling = settleOwed(db, uid)
      .catch(failed)
      .finally(() => {
        running.delete(uid)
        if (again.delete(uid)) settle(uid)
      })
    running.set(uid, settling)
  }
  const stop = onOwed(db, settle)
  return async () => {
    stop()
    again.clear()
    await Promise.all(running.values())
  }
}
