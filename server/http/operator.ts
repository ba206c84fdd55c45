import type { OperatorRight } from '#contract/wire/operator-rights.ts'
import type { Db } from '../db/tables/tables.ts'
import { refused, type Answer, type Call, type OperatorCall } from './handlers.ts'

/**
 * The rights and the state of an operator with a live session, and until when that session counts as proven by its
 * second factor.
 */
export async function operatorOf(
  db: Db,
  tokenHash: Uint8Array,
  now: number,
): Promise<
  { rights: OperatorRight[]; entered: boolean; provenUntil: Date | null; suspendedFor: string | null } | undefined
> {
  const row = await db
    .selectFrom('operators as o')
    .innerJoin('sessions as s', 's.user_id', 'o.user_id')
    .innerJoin('users as u', 'u.id', 'o.user_id')
    .select(['o.rights', 'o.entered_at', 's.proven_until', 'u.suspended_for'])
    .where('s.token_hash', '=', tokenHash)
    .where('s.expires_at', '>', new Date(now))
    .executeTakeFirst()
  return (
    row && {
      rights: row.rights,
      entered: row.entered_at !== null,
      provenUntil: row.proven_until,
      suspendedFor: row.suspended_for,
    }
  )
}

/**
 * The call as an operator's, if whoever makes it is one, has proven the second factor in this session and holds the
 * right; else why not. Asked of the database for each call: a right that is taken away holds for the next one.
 */
export async function asOperator(
  call: Call,
  right: OperatorRight | undefined,
): Promise<{ ok: true; call: OperatorCall } | { ok: false; answer: Answer<never> }> {
  const { user, tokenHash } = call
  if (!user || !tokenHash) return { ok: false, answer: refused('pleaseLogin') }
  const operator = await operatorOf(call.db, tokenHash, call.now())
  if (!operator?.entered) return { ok: false, answer: refused('noRight') }
  if (operator.suspendedFor !== null) return { ok: false, answer: refused('suspended', { for: operator.suspendedFor }) }
  const proven = operator.provenUntil !== null && operator.provenUntil.getTime() > call.now()
  if (!proven) return { ok: false, answer: refused('factorNeeded') }
  if (right !== undefined && !operator.rights.includes(right)) return { ok: false, answer: refused('noRight') }
  return { ok: true, call: { ...call, user, tokenHash, operator: { rights: operator.rights } } }
}
