import { accepted, refused, tooMany, type Answer, type HandlersFor, type SignedIn } from '../http/handlers.ts'
import type { Limiter } from '../turns/limits.ts'
import type { Passwords } from './passwords.ts'
import type { Tx } from '../db/tables/tables.ts'
import { audit } from '../audit/audit.ts'
import { mailOwner } from '../mails/security.ts'
import { whyNotOwn } from './own-password.ts'
import { beginFactor, confirmFactor, deleteFactor, isEnrolled, markProven, takeCode } from './second-factor.ts'

type FactorCalls = 'factor.state' | 'factor.begin' | 'factor.confirm' | 'factor.prove' | 'factor.end'

/** A person's second factor: set up, proven in a session, taken away. */
export function factorHandlers({
  passwords,
  factors,
}: {
  passwords: Passwords
  factors: Limiter
}): HandlersFor<FactorCalls> {
  /** Takes a code, and on that does something in the same transaction; a few wrong ones, and it takes a pause. */
  const onCode = async <T>(
    call: SignedIn,
    code: string,
    then: (tx: Tx) => Promise<T>,
    confirming = false,
  ): Promise<Answer<T>> => {
    const { id } = call.user
    const allowed = factors.take(id, call.now())
    if (!allowed.ok) return tooMany(allowed.retryAfter)
    return call.db.transaction().execute(async (tx): Promise<Answer<T>> => {
      const became = await takeCode(call.db, tx, id, code, call.now(), confirming)
      if (became === 'used') return refused('codeUsed')
      if (became !== 'taken') return refused(became === 'none' ? 'factorNeeded' : 'codeWrong')
      factors.forget(id)
      return accepted(await then(tx))
    })
  }
  const note = (tx: Tx, { user }: SignedIn, what: string): Promise<void> =>
    audit(tx, { by: user.id, via: 'screen', what, subject: `person:${user.id}`, before: null, after: null })
  return {
    'factor.state': async (call) => {
      const { count } = await call.db
        .selectFrom('recovery_codes')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('user_id', '=', call.user.id)
        .executeTakeFirstOrThrow()
      return accepted({ enrolled: await isEnrolled(call.db, call.user.id), recovery: Number(count) })
    },

    'factor.begin': async (call, { password }) => {
      const key = `password ${call.user.id}`
      const no = await whyNotOwn(call, password, { passwords, attempts: factors, key })
      if (no) return no
      const begun = await beginFactor(call.db, call.user, call.now())
      return begun ? accepted(begun) : refused('factorNeeded')
    },

    'factor.confirm': (call, { code }) =>
      onCode(
        call,
        code,
        async (tx) => {
          const recovery = await confirmFactor(tx, call.user.id, call.now())
          const until = await markProven(tx, call.tokenHash, call.now())
          await note(tx, call, 'factor.enrol')
          await mailOwner(tx, 'factorAdded', call)
          return { recovery, until }
        },
        true,
      ),

    'factor.prove': (call, { code }) =>
      onCode(call, code, async (tx) => ({ until: await markProven(tx, call.tokenHash, call.now()) })),

    'factor.end': (call, { code }) =>
      onCode(call, code, async (tx) => {
        await deleteFactor(tx, call.user.id, call.now())
        await note(tx, call, 'factor.end')
        await mailOwner(tx, 'factorRemoved', call)
        return {}
      }),
  }
}
