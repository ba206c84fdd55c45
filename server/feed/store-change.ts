import { sql, type RawBuilder } from 'kysely'
import type { StoreChange } from '#contract/schema/store-rows.ts'
import type { StoreRole } from '#contract/rules/store-roles.ts'
import type { Tx } from '../db/tables.ts'
import { goodsChangesIn } from './goods-change.ts'
import { salesIn } from './sale-change.ts'

// A store's rows as its feed carries them.

export type StorePart = 'goods' | 'sales' | 'storeMembers' | 'storeNotice'

/** The revs of what changed of a store after one of them, with the part of the feed that each belongs to. */
export const storeRevs = (storeId: number, from: number): RawBuilder<unknown> => sql`
  select 'sales' as part, store_rev as rev from orders where store_id = ${storeId}::int and store_rev > ${from}::bigint
  union all select 'storeMembers', rev from store_members where store_id = ${storeId}::int and rev > ${from}::bigint
  union all select 'storeNotice', rev from store_notices where store_id = ${storeId}::int and rev > ${from}::bigint
  union all select 'goods', store_rev from products where store_id = ${storeId}::int and store_rev > ${from}::bigint`

/** What changed of those parts of a store between two revs. */
export async function storeChangesIn(
  tx: Tx,
  storeId: number,
  from: number,
  cut: number,
  parts: ReadonlySet<string>,
): Promise<StoreChange[]> {
  const changes: StoreChange[] = []
  const within = sql`store_id = ${storeId}::int and rev > ${from}::bigint and rev <= ${cut}::bigint`
  if (parts.has('storeMembers')) changes.push(...(await readMembers(tx, within)))
  if (parts.has('storeNotice')) changes.push(...(await readNotice(tx, within)))
  if (parts.has('goods')) changes.push(...(await goodsChangesIn(tx, storeId, from, cut)))
  if (parts.has('sales')) changes.push(...(await salesIn(tx, storeId, from, cut)))
  return changes
}

/** Members of stores that a condition on `store_members` chooses. */
export async function readMembers(tx: Tx, where: RawBuilder<unknown>): Promise<StoreChange[]> {
  const { rows } = await sql<{
    id: string
    name: string
    role: StoreRole
    since: Date
    ended_at: Date | null
    rev: number
  }>`
    select m.user_id as id, u.username as name, m.role, m.since, m.ended_at, m.rev
    from (select * from store_members where ${where}) m join users u on u.id = m.user_id order by m.user_id`.execute(tx)
  return rows.map(({ id, name, role, since, ended_at, rev }) => ({
    table: 'storeMembers',
    key: id,
    rev,
    row: { id, name, role, since: since.getTime(), endedAt: ended_at && ended_at.getTime() },
  }))
}

/** What stores that a condition on `store_notices` chooses say of themselves. */
export async function readNotice(tx: Tx, where: RawBuilder<unknown>): Promise<StoreChange[]> {
  const { rows } = await sql<{ announcement: string; from: string | null; to: string | null; rev: number }>`
    select announcement, holiday_from::text as "from", holiday_to::text as "to", rev from store_notices
    where ${where}`.execute(tx)
  return rows.map(({ announcement, from, to, rev }) => ({
    table: 'storeNotice',
    key: 'notice',
    rev,
    row: { announcement, holidayFrom: from, holidayTo: to },
  }))
}
