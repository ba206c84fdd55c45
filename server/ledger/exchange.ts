import { convertSums, MARKET_CURRENCY, ratesIn, type Amounts, type Fraction } from '#contract/rules/exchange.ts'
import type { Db } from '../db/tables.ts'

/**
 * What is to be paid for an order's amounts, in minor units of the market's currency; undefined while the operator has
 * set no rate for theirs.
 */
export async function dueFor(db: Db, sums: Amounts, currency: string): Promise<number | undefined> {
  const rates = await db.selectFrom('exchange_rates').selectAll().where('currency', '=', currency).execute()
  const known = ratesIn(rates.map((rate) => ({ ...rate, id: 0, at: rate.at.getTime() })))
  return convertSums(sums, currency, MARKET_CURRENCY, known)?.total
}

/** Reads a decimal such as "1.0835" exactly; undefined when it is none, or nothing. */
export function readRate(text: string): Fraction | undefined {
  const match = /^(\d{1,7})(?:\.(\d{1,8}))?$/.exec(text.trim())
  if (!match) return undefined
  const fraction = match[2] ?? ''
  const numerator = Number(match[1]! + fraction)
  return numerator > 0 ? { numerator, denominator: 10 ** fraction.length } : undefined
}
