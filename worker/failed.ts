import type { Failed } from './api.ts'
import type { WireOutcome } from './wire/envelope.ts'

/** A wire outcome that was not acceptance, in the words the page reads. */
export function failed(outcome: Exclude<WireOutcome, { kind: 'accepted' }>): Failed {
  if (outcome.kind === 'tooLarge' || outcome.kind === 'updateNeeded') return { kind: 'refused', refusal: { reason: outcome.kind } }
  return outcome.kind === 'busy' ? { kind: 'busy', retryAfter: Math.ceil(outcome.retryAfter / 1000) } : outcome
}
