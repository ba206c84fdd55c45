import { sql } from 'kysely'
import type { Change } from '#contract/sync/schema-changes.ts'
import type { StoreRole } from '#contract/stores/roles.ts'
import type { Tx } from '../db/tables/tables.ts'
import { isChosen, type RowChoice } from '../feed/choice.ts'

/** The chosen ones of a person's memberships. */
export async function readMemberships(tx: Tx, userId: string, choice: RowChoice): Promise<Change[]> {
  const { rows } = await sql<{
    id: number
    uid: string
    name: string
    role: StoreRole
    since: Date
    ended_at: Date | null
    invited: StoreRole | null
    rev: number
  }>`
    select s.id, s.uid, s.name, m.role, m.since, m.ended_at, m.invited_role as invited, m.person_rev as rev
    from store_members m join stores s on s.id = m.store_id
    where m.user_id = ${userId}::uuid
      and ${isChosen(choice, 'memberships', { rev: sql`m.person_rev`, key: sql`s.id`, type: 'int' })}`.execute(tx)
  return rows.map(({ id, uid, name, role, since, ended_at, invited, rev }) => ({
    table: 'memberships',
    key: String(id),
    rev,
    row: { storeId: id, uid, name, role, since: since.getTime(), endedAt: ended_at && ended_at.getTime(), invited },
  }))
}
