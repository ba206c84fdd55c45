import { sql, type RawBuilder } from 'kysely'
import * as z from 'zod/mini'
import type { StoreRole } from '#contract/stores/roles.ts'
import type { Db, Tx } from '../db/tables/tables.ts'

/** A live membership: of which store, and as what. */
export interface LiveMembership {
  storeId: number
  role: StoreRole
}

/**
 * A person's membership of the store with that uid; undefined when they are no member, or no longer. Read within a
 * transaction it stays true until the commit: the end of the membership waits for that.
 */
export async function memberOf(db: Db | Tx, userId: string, storeUid: string): Promise<LiveMembership | undefined> {
  const { rows } = await sql<LiveMembership>`
    select m.store_id as "storeId", m.role from store_members m join stores s on s.id = m.store_id
    where s.uid = ${storeUid}::uuid and m.user_id = ${userId}::uuid and m.ended_at is null
    ${db.isTransaction ? sql`for share of m` : sql``}`.execute(db)
  return rows[0]
}

/** An owner of a store. */
interface Owner {
  id: string
  email: string
  language: string
}

/** The name of a store, and its owners, in the order in which their feeds are locked. */
export async function ownersOf(tx: Tx, storeId: number): Promise<{ store: string; owners: Owner[] }> {
  const { rows } = await sql<Owner & { store: string }>`
    select u.id, u.email, u.language, s.name as store from store_members m join users u on u.id = m.user_id
      join stores s on s.id = m.store_id
    where m.store_id = ${storeId}::int and m.role = 'owner' and m.ended_at is null order by u.id`.execute(tx)
  return { store: rows[0]?.store ?? '', owners: rows }
}

/** Those of some persons at stores who are members now, as `uid userId`. */
export async function liveMembers(
  db: Db,
  listeners: readonly { uid: string; userId: string }[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ pair: string }>`
    select s.uid || ' ' || m.user_id as pair from store_members m join stores s on s.id = m.store_id
    where m.ended_at is null and s.uid = any(${listeners.map((l) => l.uid)}::uuid[])
      and m.user_id = any(${listeners.map((l) => l.userId)}::uuid[])`.execute(db)
  return new Set(rows.map((r) => r.pair))
}

const Uuid = z.uuid()
/** Whether a text may be an owner's uid, so that the database can be asked for it. */
export const isUuid = (text: string | null): text is string => Uuid.safeParse(text).success

/**
 * Makes somebody a member, or one of another role. Both feeds hear of it after the commit (sync/owed.ts), whoever's
 * transaction this is.
 */
export async function addMember(tx: Tx, storeId: number, userId: string, role: StoreRole): Promise<void> {
  await tx
    .insertInto('store_members')
    .values({ store_id: storeId, user_id: userId, role })
    .onConflict((there) =>
      there.columns(['store_id', 'user_id']).doUpdateSet({
        role,
        since: sql`case when store_members.ended_at is null then store_members.since else now() end`,
        ended_at: null,
        invited_role: null,
      }),
    )
    .execute()
}

/** Invites somebody to be a member, or an owner. Both feeds hear of it after the commit. */
export async function inviteMember(tx: Tx, storeId: number, userId: string, role: StoreRole): Promise<void> {
  await tx
    .insertInto('store_members')
    .values({ store_id: storeId, user_id: userId, role, invited_role: role, ended_at: sql<Date>`now()` })
    .onConflict((there) => there.columns(['store_id', 'user_id']).doUpdateSet({ invited_role: role }))
    .execute()
}

/** Takes an invitation out; who acts for the store already goes on in their role. */
export async function declineInvitation(tx: Tx, storeId: number, userId: string): Promise<void> {
  await sql`update store_members set invited_role = null
    where store_id = ${storeId}::int and user_id = ${userId}::uuid`.execute(tx)
}

/** Ends a membership or an invitation: from its commit on nothing is done, shown or told to them for this store. */
export async function endMember(tx: Tx, storeId: number, userId: string): Promise<void> {
  await sql`
    update store_members set ended_at = coalesce(ended_at, now()), invited_role = null
    where store_id = ${storeId}::int and user_id = ${userId}::uuid
      and (ended_at is null or invited_role is not null)`.execute(tx)
}

/**
 * Locks the rows of a person's fellow owners, in one order: nobody ends a membership that this transaction counts on.
 * Count them after it, not before.
 */
export async function lockOwners(tx: Tx, stores: RawBuilder<unknown>): Promise<void> {
  await sql`select from store_members where role = 'owner' and ended_at is null and store_id in (${stores})
    order by store_id, user_id for update`.execute(tx)
}

/** Whether some store has no other owner than this person; true until the commit. */
export async function ownsAlone(tx: Tx, userId: string): Promise<boolean> {
  await lockOwners(
    tx,
    sql`select store_id from store_members where user_id = ${userId}::uuid and role = 'owner' and ended_at is null`,
  )
  const { rows } = await sql<{ alone: boolean }>`
    select exists (select from store_members m where m.user_id = ${userId}::uuid and m.role = 'owner'
      and m.ended_at is null and not exists (select from store_members o where o.store_id = m.store_id
        and o.user_id <> m.user_id and o.role = 'owner' and o.ended_at is null)) as alone`.execute(tx)
  return rows[0]!.alone
}
