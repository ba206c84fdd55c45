import { nextIncarnation } from '#contract/sync/incarnation.ts'
import type { OwnRefusal } from '#contract/wire/schema-refusals.ts'
import { INCARNATIONS_MAX } from '#contract/wire/limits.ts'
import type { TakenFrom } from '#contract/sync/schema.ts'
import type { OwnerCall } from '../feed/owner-feed.ts'
import { VOID_HASH } from './hash.ts'
import { isOf, known, storeOutcomes, type Decided, type Origin } from './outcomes.ts'

/** An id to spend, and when its intent was made, as far as that is known. */
export interface IntentId {
  seq: number
  createdAt: number | undefined
}
type Of = Pick<Origin, 'userId' | 'incarnation' | 'by'>
type Owned = Pick<OwnerCall, 'tx' | 'rev'>
/** The fates of ids, in their order, and how many ids were spent. */
export interface SpentIds {
  results: Decided[]
  spent: number
}

/**
 * Spends ids that have not come yet, so that they never take effect; of the others, what became of them. `quota` is how
 * many outcomes may be stored, undefined is returned when that is not enough.
 */
export async function spend(
  owned: Owned,
  origin: Of,
  ids: readonly IntentId[],
  refusal: OwnRefusal,
  quota: number,
): Promise<SpentIds | undefined> {
  const seqs = ids.map(({ seq }) => seq)
  const { stored, isPurged } = await known(owned.tx, origin, seqs)
  const spent: Decided[] = []
  const results = ids.map(({ seq, createdAt }): Decided => {
    const before = stored.get(seq)?.result
    if (before) return before
    if (isPurged({ seq, createdAt })) return { seq, outcome: 'refused', refusal: { reason: 'idPurged' }, keys: {} }
    const of = createdAt === undefined ? {} : { createdAt }
    const result: Decided = { seq, outcome: 'refused', refusal, keys: {}, ...of }
    spent.push(result)
    return result
  })
  if (spent.length > quota) return undefined
  const outcomes = spent.map((result) => ({ seq: result.seq, hash: VOID_HASH, result }))
  await storeOutcomes(owned, origin, outcomes)
  return { results, spent: spent.length }
}

/**
 * Spends ids in favour of the store `to`. An id that another intent has used is passed by: the one that is meant goes
 * on under the next incarnation, so that is spent.
 */
export async function spendFor(
  owned: Owned,
  origin: Of,
  ids: readonly IntentId[],
  to: string,
  quota: number,
): Promise<SpentIds | undefined> {
  const found = new Map<number, Decided>()
  let [left, { incarnation }, count] = [ids, origin, 0]
  for (let copies = 0; left.length > 0 && copies < INCARNATIONS_MAX; copies++) {
    const at = { ...origin, incarnation }
    const batch = await spend(owned, at, left, { reason: 'cancelled', params: { to } }, quota - count)
    if (!batch) return undefined
    count += batch.spent
    for (const result of batch.results) found.set(result.seq, result)
    left = left.filter(({ seq, createdAt }) => !isOf(found.get(seq), createdAt))
    incarnation = nextIncarnation(incarnation)
  }
  // The fate of an id that so many copies have used is not known: the device asks for it again.
  for (const { seq } of left) found.set(seq, { seq, outcome: 'busy', keys: {} })
  return { results: ids.map(({ seq }) => found.get(seq)!), spent: count }
}

/**
 * The fate of an intent that a store has taken over from another's file, when it was not given to this store: the other
 * device has done it, or it was taken back. Absent when it is this store's to do. `spent`: how many ids were spent.
 */
export async function elsewhere(
  owned: Owned,
  { userId, by }: Pick<Origin, 'userId' | 'by'>,
  from: TakenFrom,
): Promise<{ became?: Pick<Decided, 'outcome' | 'refusal'>; spent: number }> {
  const origin = { userId, by, incarnation: from.incarnation }
  const { results, spent } = (await spendFor(owned, origin, [from], from.to, Infinity))!
  const became = becameOf(results[0]!, from)
  return { spent, ...(became && { became }) }
}

function becameOf({ outcome, refusal }: Decided, from: TakenFrom): Pick<Decided, 'outcome' | 'refusal'> | undefined {
  if (outcome === 'accepted')
    return { outcome: 'refused', refusal: { reason: 'cancelled', params: { to: from.incarnation } } }
  if (outcome === 'busy') return { outcome }
  // An intent that waited for consent there is asked again here. An id that a file gave away so long ago that it was
  // purged cannot come any more; a guest's may have taken effect then.
  const isGivenAway = refusal?.reason === 'idPurged' && !from.guest
  const ours = outcome === 'needsConsent' || isGivenAway || refusal?.params?.['to'] === from.to
  return ours ? undefined : { outcome, ...(refusal && { refusal }) }
}
