import { convert, ratesIn, type Fraction } from './exchange.ts'

// The market's currency is chosen before the market keeps an amount in it. Limits and rates are converted by one
// number, the worth of a unit of the currency before: beside each other they are worth what they were.

/** Why the market's currency cannot be chosen any more: invented orders, or real ones; or not now: acts that wait. */
export const currencyKept = ['demo', 'orders', 'acts'] as const
export type CurrencyKept = (typeof currencyKept)[number]

/** The limits that are amounts of the market's currency, by the names of their settings. */
export const worthLimits = [
  'secondEyesWorth',
  'unpaidWorth',
  'withdrawOneWorth',
  'withdrawTwoWorth',
  'withdrawFactorWorth',
] as const

/**
 * An amount of the currency before in the chosen one (minor units of each); `worth` is a unit's of the one before.
 * Undefined where it is too large to be exact.
 */
export const inChosen = (amount: number, before: string, chosen: string, worth: Fraction): number | undefined =>
  convert(amount, before, chosen, ratesIn([{ id: 0, currency: before, ...worth, at: 0 }], chosen))
