import type { SignedInDevice } from '#contract/account/schema.ts'
import { accepted, type HandlersFor, type SignedIn } from '../http/handlers.ts'

/** The person's live sessions, the one used last first. */
async function sessionsOf({ db, user, tokenHash, now }: SignedIn): Promise<SignedInDevice[]> {
  const rows = await db
    .selectFrom('sessions')
    .select(['id', 'device', 'created_at', 'seen_at', 'token_hash'])
    .where('user_id', '=', user.id)
    .where('expires_at', '>', new Date(now()))
    .orderBy('seen_at', 'desc')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    device: row.device,
    createdAt: row.created_at.getTime(),
    seenAt: row.seen_at.getTime(),
    current: Buffer.from(row.token_hash).equals(tokenHash),
  }))
}

/** Where somebody is signed in, and the ends of sessions of theirs; the one that asks ends by signing out. */
export const sessionHandlers: HandlersFor<'user.sessions' | 'user.endSession'> = {
  'user.sessions': async (call) => accepted({ sessions: await sessionsOf(call) }),
  'user.endSession': async (call, { id }) => {
    await call.db
      .deleteFrom('sessions')
      .where('user_id', '=', call.user.id)
      .where('token_hash', '<>', call.tokenHash)
      .$if(id !== 'others', (query) => query.where('id', '=', id))
      .execute()
    return accepted({ sessions: await sessionsOf(call) })
  },
}
