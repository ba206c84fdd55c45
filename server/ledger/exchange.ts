import { MARKET_CURRENCY, ratesIn, type Fraction, type Rate } from '#contract/rules/exchange.ts'
import { convertSums, type Amounts } from '#contract/rules/order-sums.ts'
import type { Db } from '../db/tables.ts'

/** The rates that hold now, of all currencies or of one. */
export async function presentRates(db: Db, currency?: string): Promise<Rate[]> {
  const all = db.selectFrom('exchange_rates').selectAll().orderBy('currency')
  const rows = await (currency === undefined ? all : all.where('currency', '=', currency)).execute()
  return rows.map((row) => ({ ...row, at: row.at.getTime() }))
}

/**
 * What is to be paid for an order's amounts, in minor units of the market's currency; undefined while the operator has
 * set no rate for theirs.
 */
export async function dueFor(db: Db, sums: Amounts, currency: string): Promise<number | undefined> {
  const rates = ratesIn(await presentRates(db, currency))
  return convertSums(sums, currency, MARKET_CURRENCY, rates)?.total
}

/** Reads a decimal such as "1.0835" exactly; undefined when it is none, or nothing. */
export function readRate(text: string): Fraction | undefined {
  const match = /^(\d{1,7})(?:\.(\d{1,8}))?$/.exec(text.trim())
  if (!match) return undefined
  const fraction = match[2] ?? ''
  const numerator = Number(match[1]! + fraction)
  return numerator > 0 ? { numerator, denominator: 10 ** fraction.length } : undefined
}
