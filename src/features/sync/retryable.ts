import type { RefusalReason } from '#contract/refusals.ts'

/** What would be refused again however often it is asked: only something else can be. */
const hopeless: ReadonlySet<RefusalReason> = new Set(['invalid', 'tooLarge', 'alreadyFavourite', 'mobileInvalid', 'addressIncomplete', 'addressGone', 'wrongOwner', 'orderMoved', 'orderGone', 'unknownCall'])

/** Whether asking again for the same may be answered otherwise. */
export const isRetryable = (reason: RefusalReason): boolean => !hopeless.has(reason)
