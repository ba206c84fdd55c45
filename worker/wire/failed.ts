import type { Failed } from '../api/worker-api.ts'
import type { WireOutcome } from './envelope.ts'

/** A wire outcome that was not acceptance, in the words the page reads. */
export function failed(outcome: Exclude<WireOutcome, { kind: 'accepted' }>): Failed {
  if (outcome.kind === 'tooLarge') return { kind: 'refused', refusal: { reason: 'tooLarge' } }
  if (outcome.kind === 'updateNeeded' || outcome.kind === 'unreadable')
    return { kind: 'refused', refusal: { reason: 'updateNeeded' } }
  if (outcome.kind === 'sessionGone') return { kind: 'sessionGone' }
  if (outcome.kind !== 'busy') return outcome
  // "Too many attempts" is for the person to read; a shop that is busy is for the device to try again.
  return outcome.refusal
    ? { kind: 'refused', refusal: outcome.refusal }
    : { kind: 'busy', retryAfter: Math.ceil(outcome.retryAfter / 1000) }
}
