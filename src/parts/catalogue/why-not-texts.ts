import type { WhyNot } from '#contract/catalogue/orderable.ts'

/** The text of each reason for which something cannot be ordered: the few refusals that the start says. */
export const whyNotTexts = {
  productGone: 'refusals.productGone',
  currencyNotPayable: 'refusals.currencyNotPayable',
  outOfStock: 'refusals.outOfStock',
  stockBelowMinimum: 'refusals.stockBelowMinimum',
  areaNotOpen: 'refusals.areaNotOpen',
} as const satisfies Record<WhyNot['reason'], string>
