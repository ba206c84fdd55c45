import type { LinkedIdentity } from '#contract/account/schema.ts'
import type { Db, Tx } from '../db/tables/tables.ts'
import { accepted, type HandlersFor } from '../http/handlers.ts'
import { mailOwner } from '../mails/security.ts'
import type { Provider } from './provider.ts'

/** The accounts of elsewhere that open a person's, the oldest first; one of a former provider by its host. */
async function identitiesOf(db: Db | Tx, userId: string, current: Provider | undefined): Promise<LinkedIdentity[]> {
  const rows = await db
    .selectFrom('identities')
    .select(['id', 'issuer', 'email', 'created_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(({ id, issuer, email, created_at }) => ({
    id,
    provider: issuer === current?.issuer ? current.name : new URL(issuer).hostname,
    email,
    createdAt: created_at.getTime(),
  }))
}

/** The accounts of elsewhere that open this one, and the removal of one. */
export const identityHandlers = (
  provider: Provider | undefined,
): HandlersFor<'user.identities' | 'user.endIdentity'> => ({
  'user.identities': async ({ db, user }) => accepted({ identities: await identitiesOf(db, user.id, provider) }),
  'user.endIdentity': (call, { id }) =>
    call.db.transaction().execute(async (tx) => {
      const { numDeletedRows } = await tx
        .deleteFrom('identities')
        .where('user_id', '=', call.user.id)
        .where('id', '=', id)
        .executeTakeFirst()
      if (numDeletedRows > 0n) await mailOwner(tx, 'identityRemoved', call)
      return accepted({ identities: await identitiesOf(tx, call.user.id, provider) })
    }),
})
