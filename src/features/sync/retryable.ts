import type { Open } from '#contract/rules/open.ts'
import type { RefusalReason } from '#contract/rules/refusal-reasons.ts'
import type { NeedingChange } from '#localdb/queries/sync.ts'

/**
 * What would be refused again however often it is asked, or may have been done already: only something else can be
 * asked.
 */
const hopeless: ReadonlySet<Open<RefusalReason>> = new Set<RefusalReason>([
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
 * Whether a change can be asked for again, and may be answered otherwise: what went with the device's storage is no
 * longer there to be asked for.
 */
export const isRetryable = ({
  kind,
  does,
  refusal,
  pastTelling,
}: Pick<NeedingChange, 'kind' | 'does' | 'refusal' | 'pastTelling'>): boolean =>
  (kind === 'refused' || kind === 'unreadable') &&
  does.what !== 'unknown' &&
  !pastTelling &&
  !hopeless.has(refusal.reason)
