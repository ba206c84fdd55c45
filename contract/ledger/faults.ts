/**
 * Faults of the book: an entry that does not add up to zero; a posting that does not follow from the one before it; a
 * posting outside of its account's chain; an account whose head is not its last posting; a seal that is not there, is
 * not of its entries, is not signed, or is not signed by this market.
 */
export const bookFaults = [
  'sum',
  'link',
  'outside',
  'head',
  'sealMissing',
  'sealContent',
  'sealUnsigned',
  'sealForeign',
] as const
export type BookFaultKind = (typeof bookFaults)[number]
