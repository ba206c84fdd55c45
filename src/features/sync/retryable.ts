import type { RefusalReason } from '#contract/refusals.ts'

/** What would be refused again however often it is asked, or may have been done already: only something else can be asked. */
const hopeless: ReadonlySet<RefusalReason> = new Set(['invalid', 'tooLarge', 'alreadyFavourite', 'mobileInvalid', 'addressIncomplete', 'addressGone', 'wrongOwner', 'orderMoved', 'orderGone', 'unknownCall', 'idPurged'])

/** Whether asking again for the same may be answered otherwise. */
export const isRetryable = (reason: RefusalReason): boolean => !hopeless.has(reason)
