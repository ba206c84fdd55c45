import type { Db, Tx } from '../../db/tables.ts'
import { isEnrolled, markProven, takeCode } from '../../factors/second-factor.ts'
import { refused, tooMany, type Call } from '../../http/handlers.ts'
import type { Limiter } from '../../http/limits.ts'
import { hashOf } from '../../http/session.ts'

/** What signing in needs of a second factor: why it is refused, or the way to mark the session that it begins. */
interface Proof {
  refused?: ReturnType<typeof refused>
  mark(db: Db | Tx, token: string): Promise<unknown>
}

/**
 * Asks for the second factor of an account that has one, once the password or the mailed code is right; whoever has
 * neither learns nothing of it.
 */
export async function factorOf(
  call: Call,
  factors: Limiter,
  userId: string,
  typed: string | undefined,
): Promise<Proof> {
  const none = { mark: async () => undefined }
  if (!(await isEnrolled(call.db, userId))) return none
  if (!typed) return { ...none, refused: refused('factorNeeded') }
  const allowed = factors.take(userId, call.now())
  if (!allowed.ok) return { ...none, refused: tooMany(allowed.retryAfter) }
  const became = await call.db.transaction().execute((tx) => takeCode(call.db, tx, userId, typed, call.now()))
  if (became !== 'taken')
    return { ...none, refused: refused(became === 'used' ? 'codeUsed' : 'codeWrong', { of: 'factor' }) }
  factors.forget(userId)
  return { mark: (db, token) => markProven(db, hashOf(token)!, call.now()) }
}
