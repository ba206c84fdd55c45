import type { Db, Tx } from '../db/tables/tables.ts'
import { isEnrolled, markProven, takeCode } from './second-factor.ts'
import { refused, tooMany, type Call, type SignedIn } from '../http/handlers.ts'
import type { Limiter } from '../turns/limits.ts'
import { tokenHashOf } from '../http/session.ts'

/**
 * The second factor's verdict on signing in: the reason for a refusal, or the way to mark the new session as proven.
 */
interface Proof {
  refused?: ReturnType<typeof refused>
  mark(db: Db | Tx, token: string): Promise<unknown>
}

/** Why a typed code does not prove the second factor of an account; undefined when it does. */
async function whyNotCode(
  call: Call,
  factors: Limiter,
  { key, userId, typed, tx }: { key: string; userId: string; typed: string | undefined; tx?: Tx },
): Promise<ReturnType<typeof refused> | undefined> {
  if (!typed) return refused('factorNeeded')
  const allowed = factors.take(key, call.now())
  if (!allowed.ok) return tooMany(allowed.retryAfter)
  const take = (by: Tx) => takeCode(call.db, by, userId, typed, call.now())
  const became = await (tx ? take(tx) : call.db.transaction().execute(take))
  if (became !== 'taken') return refused(became === 'used' ? 'codeUsed' : 'codeWrong', { of: 'factor' })
  factors.forget(key)
  return undefined
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
  // Counted apart from the codes of a session: wrong ones at the log-in do not lock the owner's session out.
  const no = await whyNotCode(call, factors, { key: `sign-in ${userId}`, userId, typed })
  return no ? { ...none, refused: no } : { mark: (db, token) => markProven(db, tokenHashOf(token)!, call.now()) }
}

/**
 * Why a session alone does not prove the owner of an account that has a second factor; undefined when it does. The code
 * is spent in the transaction of the change that it proves.
 */
export const whyNotFactor = async (
  call: SignedIn,
  tx: Tx,
  factors: Limiter,
  typed: string | undefined,
): Promise<ReturnType<typeof refused> | undefined> => {
  const { id } = call.user
  return (await isEnrolled(tx, id)) ? whyNotCode(call, factors, { key: id, userId: id, typed, tx }) : undefined
}
