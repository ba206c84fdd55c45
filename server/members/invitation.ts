import { sql } from 'kysely'
import { MEMBERSHIPS_MAX, type StoreRole } from '#contract/stores/roles.ts'
import { ownerTransaction } from '../feed/owner-feed.ts'
import { accepted, refused, type HandlersFor } from '../http/handlers.ts'
import { addMember, declineInvitation } from './members.ts'

/** Accepts or declines a store's invitation. Who acts for the store already keeps their role when they decline. */
export const answerInvitation: HandlersFor<'user.answerInvitation'>['user.answerInvitation'] = (
  { db, user },
  { store, accept },
) =>
  // Under the lock of the person's feed, which keeps the count of their memberships true.
  ownerTransaction(db, user.id, async (owned) => {
    const { tx } = owned
    const refuse = (...why: Parameters<typeof refused>): ReturnType<typeof refused> => {
      owned.abandon()
      return refused(...why)
    }
    const { rows } = await sql<{ id: number; role: StoreRole; member: boolean; stores: number }>`
      select m.store_id as id, m.invited_role as role, m.ended_at is null as member,
        (select count(*)::int from store_members where user_id = ${user.id}::uuid and ended_at is null) as stores
      from store_members m join stores s on s.id = m.store_id
      where s.uid = ${store}::uuid and m.user_id = ${user.id}::uuid and m.invited_role is not null
      for update of m`.execute(tx)
    const [invited] = rows
    if (!invited) return refuse('invitationOver')
    const { id, role, member, stores } = invited
    if (!accept) await declineInvitation(tx, id, user.id)
    else if (!member && stores >= MEMBERSHIPS_MAX) return refuse('membersFull', { max: MEMBERSHIPS_MAX })
    else await addMember(tx, id, user.id, role)
    return accepted({})
  })
