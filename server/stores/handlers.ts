import { sql } from 'kysely'
import type { StoreMutationName } from '#contract/registry.ts'
import { MEMBERS_MAX, MEMBERSHIPS_MAX, PAST_MEMBERS_MAX, type StoreRole } from '#contract/stores/roles.ts'
import { readMembers } from './feed/change.ts'
import { refused, type MutationsFor, type StoreMutationCall, type Verdict } from '../http/handlers.ts'
import { setClosed } from './closing.ts'
import { mailInvitation } from '../members/invitation-mail.ts'
import { addMember, endMember, inviteMember, lockOwners } from '../members/members.ts'
import { setLegal } from './legal.ts'
import { setNotice } from './notice.ts'
import { rename, setCurrency, setProfile } from './profile.ts'
import { endZone, setTaxes, setZone } from './shipping.ts'
import { setLeast, setTerms } from './terms.ts'

// The changes that a store's members make to the store itself. Their transaction holds the store's feed lock, which
// keeps true what was read.

/** The member as the store's feed has them; its rev is this transaction's. */
async function memberRow({ tx, store, rev }: StoreMutationCall, userId: string): Promise<Verdict> {
  await sql`update store_members set rev = ${rev}::bigint
    where store_id = ${store.id}::int and user_id = ${userId}::uuid and rev is null`.execute(tx)
  return {
    kind: 'accepted',
    rows: await readMembers(tx, sql`store_id = ${store.id}::int and user_id = ${userId}::uuid`),
  }
}

/** How a store's members stand, and this person among them. */
async function standing({ tx, store }: StoreMutationCall, userId: string) {
  await lockOwners(tx, sql`select ${store.id}::int`)
  const { rows } = await sql<{
    members: number
    others: number
    role: 'owner' | 'staff' | null
    stores: number
    invited: number
  }>`
    select count(*)::int as members,
      (count(*) filter (where role = 'owner' and user_id <> ${userId}::uuid))::int as others,
      max(role) filter (where user_id = ${userId}::uuid) as role,
      (select count(*)::int from store_members
        where user_id = ${userId}::uuid and store_id <> ${store.id}::int
          and (ended_at is null or invited_role is not null)) as stores,
      (select count(*)::int from store_members
        where store_id = ${store.id}::int and user_id <> ${userId}::uuid
          and ended_at is not null and invited_role is not null) as invited
    from store_members where store_id = ${store.id}::int and ended_at is null`.execute(tx)
  return rows[0]!
}

/** Ends a membership; that of the only owner stays. */
async function end(call: StoreMutationCall, userId: string): Promise<Verdict> {
  const at = await standing(call, userId)
  if (at.role === 'owner' && at.others === 0) return refused('lastOwner')
  await endMember(call.tx, call.store.id, userId)
  return memberRow(call, userId)
}

/** The least time between two mails of a store's invitation to one person (ms). */
const MAIL_AGAIN = 86_400_000

/** Invites somebody, and tells them by mail, once a day. */
async function invite(call: StoreMutationCall, userId: string, role: StoreRole): Promise<void> {
  const { tx, store } = call
  await inviteMember(tx, store.id, userId, role)
  const now = call.now()
  const { rows } = await sql<{ email: string; language: string; store: string }>`
    update store_members m set mailed_at = ${new Date(now)}::timestamptz from users u, stores s
    where m.store_id = ${store.id}::int and m.user_id = ${userId}::uuid and u.id = m.user_id and s.id = m.store_id
      and (m.mailed_at is null or m.mailed_at <= ${new Date(now - MAIL_AGAIN)}::timestamptz)
    returning u.email, u.language, s.name as store`.execute(tx)
  for (const { email, language, store: name } of rows)
    await mailInvitation(tx, role, { email, language, store: name, now })
}

/** Drops the oldest of those who are no member any more, beyond so many. */
const forgetPast = ({ tx, store }: StoreMutationCall): Promise<unknown> =>
  sql`delete from store_members m using (select user_id from store_members
      where store_id = ${store.id}::int and ended_at is not null and invited_role is null
      order by ended_at desc, user_id offset ${sql.lit(PAST_MEMBERS_MAX)}) past
    where m.store_id = ${store.id}::int and m.user_id = past.user_id`.execute(tx)

export const storeMutationHandlers: MutationsFor<
  Exclude<StoreMutationName, `${'goods' | 'sale' | 'talk' | 'quote' | 'review' | 'sheet'}.${string}`>
> = {
  'store.notice': setNotice,
  'store.terms': setTerms,
  'store.least': setLeast,
  'store.close': setClosed,
  'store.rename': rename,
  'store.profile': setProfile,
  'store.currency': setCurrency,
  'store.zone': setZone,
  'store.zoneEnd': endZone,
  'store.taxes': setTaxes,
  'store.legal': setLegal,
  'member.add': async (call, { code, role }) => {
    const { rows } = await sql<{ id: string }>`
      select id from users where invitation = upper(${code.trim()}::text) and deleted_at is null`.execute(call.tx)
    const userId = rows[0]?.id
    if (userId === undefined) return refused('memberUnknown')
    const at = await standing(call, userId)
    if (at.role === 'owner' && role !== 'owner' && at.others === 0) return refused('lastOwner')
    if (at.role === null && at.members + at.invited >= MEMBERS_MAX) return refused('membersFull', { max: MEMBERS_MAX })
    if (at.role === null && at.stores >= MEMBERSHIPS_MAX) return refused('membersFull', { max: MEMBERSHIPS_MAX })
    // Less than they have needs nobody's consent but the owner's.
    if (at.role === 'owner' || at.role === role) await addMember(call.tx, call.store.id, userId, role)
    else await invite(call, userId, role)
    await forgetPast(call)
    return memberRow(call, userId)
  },
  'member.end': (call, { id }) => end(call, id),
  'member.leave': async (call, { id }) => (id === call.store.by ? end(call, id) : refused('invalid', { path: 'id' })),
}
