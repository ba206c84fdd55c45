import { Incarnation } from '#contract/sync/schema.ts'
import { mutationOf } from '#contract/mutations.ts'
import type { MutationName } from '#contract/registry.ts'
import type { Call, Verdict } from '../http/handlers.ts'
import { refused } from '../http/handlers.ts'
import { ownerTransaction } from '../feed/owner-feed.ts'
import { execute } from './execute.ts'
import { isUuid, memberOf } from '../members/members.ts'
import { whoFor, type For } from './owner.ts'
import type { Mutations } from './outcomes.ts'
import { costOf, countStored, fits, leftToday, shareOfDay } from './measure.ts'

/** `incarnation:seq`, the same id that a push gives its intents. */
function readKey(key: string): { incarnation: string; seq: number } | undefined {
  const [incarnation = '', seq = '', more] = key.split(':')
  return more === undefined && Incarnation.safeParse(incarnation).success && /^[1-9]\d{0,14}$/.test(seq)
    ? { incarnation, seq: Number(seq) }
    : undefined
}

/**
 * One mutation as a call of its own: with an idempotency key it happens once, like an intent of a push; without one it
 * is not deduplicated. A store's mutation says for which `store` it is.
 */
export async function single(
  mutations: Mutations,
  call: Call,
  name: MutationName,
  payload: unknown,
  { key, store: named }: { key: string | null; store: string | null },
): Promise<Verdict | { kind: 'busy' }> {
  const { user } = call
  if (!user) return refused('pleaseLogin')
  const { world, only, kept } = mutationOf(name)
  const atStore = world === 'store'
  const ofStore = atStore && isUuid(named) ? named : undefined
  const owner: For | undefined = atStore
    ? ofStore === undefined
      ? undefined
      : await whoFor({ ...call, user }, ofStore)
    : { uid: user.id }
  if (!owner || atStore !== (owner.by !== undefined)) return refused('wrongOwner')
  const { uid: userId, by } = owner
  if (key === null)
    return ownerTransaction(call.db, userId, async (owned): Promise<Verdict | { kind: 'busy' }> => {
      const once = async (): Promise<Verdict | { kind: 'busy' }> => {
        const member = by === undefined ? undefined : await memberOf(owned.tx, by, userId)
        if (by !== undefined && !member) return refused('wrongOwner')
        if (only === 'owner' && member?.role !== 'owner') return refused('ownerOnly')
        const left = await leftToday(owned.tx, userId, call.now())
        const cost = costOf(payload)
        if (!fits(cost, left(shareOfDay(member?.role, kept === true)))) return { kind: 'busy' }
        await countStored(owned.tx, userId, call.now(), cost)
        const store = member && by !== undefined && { id: member.storeId, role: member.role, by }
        return mutations[name]({ ...owned, userId, now: call.now, ...(store && { store }) }, payload)
      }
      const verdict = await once()
      if (verdict.kind === 'refused' || verdict.kind === 'busy') owned.abandon()
      return verdict
    })
  const id = readKey(key)
  if (!id) return refused('invalid', { path: 'Idempotency-Key' })
  const now = call.now()
  const origin = {
    userId,
    by,
    incarnation: id.incarnation,
    mutations,
    now,
    clock: call.now,
    log: (error: unknown) => console.error(error),
  }
  const intent = { seq: id.seq, name, payload }
  const [result] = await execute(call.db, origin, [intent], { blocked: new Set(), bytes: 0 })
  if (result?.outcome === 'accepted') return { kind: 'accepted', rows: result.rows }
  if (result?.outcome === 'refused' || result?.outcome === 'needsConsent')
    return { kind: result.outcome, refusal: result.refusal! }
  return { kind: 'busy' }
}
