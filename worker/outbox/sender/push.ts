import { splitRows } from '#contract/sync/schema-changes.ts'
import { knownOr } from '#contract/wire/open.ts'
import { outcomes, PROTOCOL, SCHEMA, type PushIntent, type ReadResult } from '#contract/sync/schema.ts'
import type { Output } from '#contract/registry.ts'
import type { WireOutcome } from '../../wire/envelope.ts'
import type { IntentEvent } from '../machine.ts'
import type { Batch } from '../take.ts'
import type { Settlement, Settling } from '../settle.ts'

/**
 * The body of a push. `now` goes along so that the server can judge ages by this device's own clock, `position` so that
 * it can tell whether it has been restored from an older backup.
 */
export const pushBody = (
  uid: string,
  { incarnation, intents, position }: Pick<Batch, 'incarnation' | 'intents' | 'position'>,
  now: number,
) => ({
  v: PROTOCOL,
  schema: SCHEMA,
  uid,
  incarnation,
  now,
  intents,
  ...(position === undefined ? {} : { position }),
})

/**
 * Turns a push's outcome into an event for each intent of its batch; pure. Results for intents that were not in the
 * batch are passed over; an intent without a result is lost.
 */
export function settlingOf(
  intents: readonly PushIntent[],
  outcome: WireOutcome<Output<'sync.push'>>,
  now: number,
): Settling {
  if (outcome.kind !== 'accepted')
    return {
      settlements: intents.map(({ seq }) => ({ seq, ...wholeBatch(outcome, intents.length, now) })),
      changes: [],
    }
  const { position, restored } = outcome.data
  if (restored) return { settlements: intents.map(({ seq }) => ({ seq, event: 'notTried' })), changes: [] }
  const sent = new Set(intents.map((i) => i.seq))
  const results = new Map<number, ReadResult>()
  for (const result of outcome.data.results) if (sent.has(result.seq)) results.set(result.seq, result)
  const { feed } = outcome.data
  // An outcome that this app does not know leaves its intent pending: rows that show its effect would show it twice.
  const isAnswered = ({ seq }: PushIntent): boolean => {
    const result = results.get(seq)
    return result !== undefined && isKnown(result)
  }
  return {
    settlements: intents.map(({ seq }) => {
      const result = results.get(seq)
      return result ? settlementOf(result, now) : { seq, event: 'lost' }
    }),
    // Without the rows of one intent, the feed's changes by it must still be pulled.
    ...(feed && intents.every(isAnswered) && { rise: feed }),
    // In the order of the batch: rows of one transaction share their rev, and the last of them is how it ended.
    ...splitRows(intents.filter(isAnswered).flatMap(({ seq }) => results.get(seq)?.rows ?? [])),
    ...(position === undefined ? {} : { position }),
  }
}

const isKnown = ({ outcome }: ReadResult): boolean => knownOr(outcomes, outcome, undefined) !== undefined

/**
 * One stated outcome as the machine's event; busy ones are tried again a second later, and one that this app does not
 * know is asked for again until the app is updated.
 */
export function settlementOf(result: ReadResult, now: number): Settlement {
  const outcome = knownOr(outcomes, result.outcome, undefined)
  if (outcome === undefined) return { seq: result.seq, event: 'lost', refusal: { reason: 'updateNeeded' } }
  const refusal = result.refusal ?? null
  const event: IntentEvent =
    result.refusal?.reason === 'updateNeeded'
      ? 'updateNeeded'
      : result.refusal?.reason === 'cancelled'
        ? 'voided'
        : outcome
  const { seq, createdAt, incarnation } = result
  return {
    seq,
    event,
    refusal,
    ...(event === 'busy' ? { notBefore: now + 1000 } : {}),
    ...(createdAt === undefined ? {} : { createdAt }),
    ...(incarnation === undefined ? {} : { incarnation }),
  }
}

function wholeBatch(
  outcome: Exclude<WireOutcome, { kind: 'accepted' }>,
  size: number,
  now: number,
): Omit<Settlement, 'seq'> {
  switch (outcome.kind) {
    case 'busy':
      return { event: 'busy', notBefore: now + outcome.retryAfter }
    case 'sessionGone':
      return { event: 'sessionGone' }
    case 'updateNeeded':
      return { event: 'updateNeeded', refusal: { reason: 'updateNeeded' } }
    // Nothing of it was read: it goes again in smaller parts, and an intent that is too large alone is refused.
    case 'tooLarge':
      return size > 1 ? { event: 'notTried' } : { event: 'refused', refusal: { reason: 'tooLarge' } }
    // The whole push was refused, which only a bug or another user's token can bring: held until this app is renewed.
    case 'refused':
      return { event: 'updateNeeded', refusal: { reason: 'updateNeeded' } }
    // It may have had its effect, and only a newer app can read what the server says of it.
    case 'unreadable':
      return { event: 'lost', refusal: { reason: 'updateNeeded' } }
    case 'unreachable':
      return { event: 'lost' }
  }
}
