import type { Open } from '#contract/wire/open.ts'
import type { RefusalReason } from '#contract/wire/refusal-reasons.ts'
import type { NeedingChange } from '#localdb/queries/sync/changes.ts'

/**
 * Reasons that would refuse the change again however often it is retried, or after which it may have been done already.
 */
const finalReasons: ReadonlySet<Open<RefusalReason>> = new Set<RefusalReason>([
  'invalid',
  'tooLarge',
  'alreadyFavourite',
  'mobileInvalid',
  'addressIncomplete',
  'addressGone',
  'wrongOwner',
  'orderMoved',
  'orderGone',
  'orderedBefore',
  'unknownCall',
])

/**
 * Whether retrying a change may lead to another answer. A change that was lost with the device's storage can no longer
 * be retried.
 */
export const canRetry = ({
  kind,
  does,
  refusal,
  pastTelling,
}: Pick<NeedingChange, 'kind' | 'does' | 'refusal' | 'pastTelling'>): boolean =>
  (kind === 'refused' || kind === 'unreadable') &&
  does.what !== 'unknown' &&
  !pastTelling &&
  !finalReasons.has(refusal.reason)
