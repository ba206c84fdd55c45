import type { Actor } from '../../audit/audit.ts'
import { accepted, refused, type Answer, type OperatorCall } from '../../http/handlers.ts'
import { OperatorError } from '../../operator/answer.ts'

// What desks do by the functions that the commands of `npm run market` call.

/** What came of an act; what it cannot do is said in the caller's language. */
export async function said<T>(
  { language }: Pick<OperatorCall, 'language'>,
  act: () => Promise<Answer<T>>,
): Promise<Answer<T>> {
  try {
    return await act()
  } catch (error) {
    if (error instanceof OperatorError) {
      const { refusal, why, message } = error
      if (refusal) return refused(refusal.reason, refusal.params)
      return refused('operatorSays', { text: why?.in(language) ?? message })
    }
    throw error
  }
}

/** Who does it, for the audit log. */
export const actorOf = ({ user }: OperatorCall): Actor => ({ by: user.id, via: 'screen' })

/** A change by a function that a command calls, too. */
export const change = (
  call: OperatorCall,
  act: (db: OperatorCall['db'], args: readonly string[], now: number, actor: Actor) => Promise<string>,
  args: readonly string[],
): Promise<Answer<Record<string, never>>> =>
  said(call, async () => {
    await act(call.db, args, call.now(), actorOf(call))
    return accepted({})
  })
