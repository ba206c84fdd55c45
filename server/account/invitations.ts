import type { Stated } from '#contract/registry.ts'
import type { SignedIn } from '../http/handlers.ts'

/** The largest number of invited people who are named, the latest first. */
const NAMED = 20

/** The person's own code, who invited them, and whom they invited. */
export async function invitationsOf({ db, user }: SignedIn): Promise<Stated<'user.profile'>['invitations']> {
  const [own, invited, all] = await Promise.all([
    db
      .selectFrom('users as me')
      .leftJoin('users as by', 'by.id', 'me.invited_by')
      .select(['me.invitation', 'by.username as by'])
      .where('me.id', '=', user.id)
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('users')
      .select(['username', 'created_at'])
      .where('invited_by', '=', user.id)
      .orderBy('created_at', 'desc')
      .limit(NAMED)
      .execute(),
    db
      .selectFrom('users')
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .where('invited_by', '=', user.id)
      .executeTakeFirstOrThrow(),
  ])
  return {
    code: own.invitation,
    by: own.by,
    count: all.n,
    invited: invited.map(({ username, created_at }) => ({ name: username, at: created_at.getTime() })),
  }
}
