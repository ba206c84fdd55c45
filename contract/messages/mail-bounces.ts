/**
 * Why mails to an address come back: no such mailbox, one that is full, one that was closed, or mails that it does not
 * take.
 */
export const bounceReasons = ['unknown', 'full', 'disabled', 'refused'] as const
export type BounceReason = (typeof bounceReasons)[number]

/** The most bounces of one report to the market. */
export const BOUNCES_MAX = 50
/** The most characters that are kept of what a mail server said. */
export const BOUNCE_TEXT_MAX = 200
