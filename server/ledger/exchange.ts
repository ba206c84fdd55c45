import { minorPlaces } from '#contract/rules/money.ts'
import type { Db } from '../db/tables.ts'
import { BALANCE_CURRENCY } from './ledger.ts'

/** A fraction of integers: units of the balance's currency for one unit of another. */
export interface Rate {
  numerator: number
  denominator: number
}

/**
 * An amount in the balance's minor units, rounded half up, but never to nothing: goods that cost something
 * are never free. Undefined when it is too large to be exact.
 */
export function converted(amount: number, currency: string, { numerator, denominator }: Rate): number | undefined {
  const above = BigInt(amount) * BigInt(numerator) * 10n ** BigInt(minorPlaces(BALANCE_CURRENCY))
  const below = BigInt(denominator) * 10n ** BigInt(minorPlaces(currency))
  const due = Number((2n * above + below) / (2n * below))
  if (!Number.isSafeInteger(due)) return undefined
  return amount > 0 ? Math.max(1, due) : due
}

/**
 * What is to be paid from the balance for an amount of minor units; undefined while the operator has set no rate for
 * its currency.
 */
export async function dueFor(db: Db, amount: number, currency: string): Promise<number | undefined> {
  if (currency === BALANCE_CURRENCY) return amount
  const rate = await db
    .selectFrom('exchange_rates')
    .select(['numerator', 'denominator'])
    .where('currency', '=', currency)
    .executeTakeFirst()
  return rate && converted(amount, currency, rate)
}

/** Reads a decimal such as "1.0835" exactly; undefined when it is none, or nothing. */
export function readRate(text: string): Rate | undefined {
  const match = /^(\d{1,7})(?:\.(\d{1,8}))?$/.exec(text.trim())
  if (!match) return undefined
  const fraction = match[2] ?? ''
  const numerator = Number(match[1]! + fraction)
  return numerator > 0 ? { numerator, denominator: 10 ** fraction.length } : undefined
}
