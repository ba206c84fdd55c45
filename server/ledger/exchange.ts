import { MARKET_CURRENCY, ratesIn, type Fraction, type Rate } from '#contract/rules/exchange.ts'
import { convertSums, type Amounts } from '#contract/rules/order-sums.ts'
import type { Db } from '../db/tables.ts'

/** The rates that hold now, of all currencies or of one. */
export async function presentRates(db: Db, currency?: string): Promise<Rate[]> {
  const all = db.selectFrom('exchange_rates').selectAll().orderBy('currency')
  const rows = await (currency === undefined ? all : all.where('currency', '=', currency)).execute()
  return rows.map((row) => ({ ...row, at: row.at.getTime() }))
}

/** A rate that a buyer has seen holds while the present one is no further from it than this (basis points). */
const HOLDS = 100

/** How an order is paid: the amount in minor units of the market's currency, and the rate it follows from. */
interface Settlement {
  due: number
  /** Null in the market's own currency. */
  rate: Rate | null
  /** The rate moved against the buyer, further than the one that was seen holds. */
  moved: boolean
}

/**
 * What is to be paid for an order's amounts: by the rate that the buyer saw (its id) while that holds, else by the
 * present one. Undefined while the operator has set no rate for its currency.
 */
export async function settle(db: Db, sums: Amounts, currency: string, seen?: number): Promise<Settlement | undefined> {
  const settled = (rate: Rate | null, moved: boolean): Settlement | undefined => {
    const converted = convertSums(sums, currency, MARKET_CURRENCY, ratesIn(rate ? [rate] : []))
    return converted && { due: converted.total, rate, moved }
  }
  if (currency === MARKET_CURRENCY) return settled(null, false)
  const [present] = await presentRates(db, currency)
  if (!present) return undefined
  if (seen === undefined || seen === present.id) return settled(present, false)
  const past = await db
    .selectFrom('past_rates')
    .selectAll()
    .where('id', '=', seen)
    .where('currency', '=', currency)
    .executeTakeFirst()
  // Too long ago to tell.
  if (!past) return settled(present, true)
  const [now, then] = [worth(present, past), worth(past, present)]
  if (now * 10_000n > then * BigInt(10_000 + HOLDS)) return settled(present, true)
  if (then * 10_000n > now * BigInt(10_000 + HOLDS)) return settled(present, false)
  return settled({ ...past, at: past.at.getTime() }, false)
}

/** A rate beside another, in parts of their common denominator. */
const worth = (rate: Fraction, beside: Fraction): bigint => BigInt(rate.numerator) * BigInt(beside.denominator)

/** Reads a decimal such as "1.0835" exactly; undefined when it is none, or nothing. */
export function readRate(text: string): Fraction | undefined {
  const match = /^(\d{1,7})(?:\.(\d{1,8}))?$/.exec(text.trim())
  if (!match) return undefined
  const fraction = match[2] ?? ''
  const numerator = Number(match[1]! + fraction)
  return numerator > 0 ? { numerator, denominator: 10 ** fraction.length } : undefined
}
