import { Incarnation } from '#contract/schema/sync.ts'
import type { MutationName } from '#contract/registry.ts'
import type { Call, Verdict } from '../../http/handlers.ts'
import { refused } from '../../http/handlers.ts'
import { ownerTransaction } from '../../feed/owner-feed.ts'
import { execute } from './execute.ts'
import type { Mutations } from './outcomes.ts'
import { countStored, quotaToday } from './measure.ts'

/** `incarnation:seq`, the same id that a push gives its intents. */
function readKey(key: string): { incarnation: string; seq: number } | undefined {
  const [incarnation = '', seq = '', more] = key.split(':')
  return more === undefined && Incarnation.safeParse(incarnation).success && /^[1-9]\d{0,14}$/.test(seq)
    ? { incarnation, seq: Number(seq) }
    : undefined
}

/**
 * One mutation as a call of its own: with an idempotency key it happens once, like an intent of a push; without one it
 * is not deduplicated.
 */
export async function single(
  mutations: Mutations,
  call: Call,
  name: MutationName,
  payload: unknown,
  key: string | null,
): Promise<Verdict | { kind: 'busy' }> {
  if (!call.user) return refused('pleaseLogin')
  const userId = call.user.id
  if (key === null)
    return ownerTransaction(call.db, userId, async (owned) => {
      if ((await quotaToday(owned.tx, userId, call.now())) <= 0) return { kind: 'busy' }
      await countStored(owned.tx, userId, call.now(), 1)
      return mutations[name]({ ...owned, userId, now: call.now }, payload)
    })
  const id = readKey(key)
  if (!id) return refused('invalid', { path: 'Idempotency-Key' })
  const now = call.now()
  const origin = {
    userId,
    incarnation: id.incarnation,
    mutations,
    now,
    clock: call.now,
    log: (error: unknown) => console.error(error),
  }
  const intent = { seq: id.seq, name, payload }
  const [result] = await execute(call.db, origin, [intent], new Set())
  if (result?.outcome === 'accepted') return { kind: 'accepted', rows: result.rows }
  if (result?.outcome === 'refused' || result?.outcome === 'needsConsent')
    return { kind: result.outcome, refusal: result.refusal! }
  return { kind: 'busy' }
}
