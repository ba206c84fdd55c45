import type { ActOf, ActName, OperatorAct } from '#contract/operator/schema-acts.ts'
import type { Actor } from '../audit/audit.ts'
import { accepted, refused, type Answer, type OperatorCall } from '../http/handlers.ts'
import { OperatorError } from './answer.ts'
import { actOrAsk, type Became } from './second-eyes.ts'

/** Answers an act; why it could not be done is a refusal in the caller's language. */
export async function reasoned<T>(
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

/** The operator of a call, for the audit log. */
export const actorOf = ({ user }: OperatorCall): Actor => ({ by: user.id, via: 'screen' })

/** Answers a change that has nothing to say. */
export const answered = (call: OperatorCall, change: () => Promise<unknown>): Promise<Answer<Record<string, never>>> =>
  reasoned(call, async () => {
    await change()
    return accepted({})
  })

/** Does an act, or has it wait for a second operator. */
export const actOf = <N extends ActName>(call: OperatorCall, act: ActOf<N> & OperatorAct): Promise<Answer<Became>> =>
  reasoned(call, async () => accepted(await actOrAsk(call.db, act, call.now(), call.user.id)))
