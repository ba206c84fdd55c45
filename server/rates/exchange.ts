import { sql } from 'kysely'
import { ratesIn, type Fraction, type Rate } from '#contract/currencies/exchange.ts'
import { convertSums, type Amounts } from '#contract/orders/sums.ts'
import type { Db } from '../db/tables/tables.ts'
import { readMarketCurrency } from '../market/currency.ts'

/** The rates that hold now, of all currencies or of one; coins are none. */
export async function presentRates(db: Db, currency?: string): Promise<Rate[]> {
  const all = db
    .selectFrom('exchange_rates')
    .select(['id', 'currency', 'numerator', 'denominator', 'at'])
    .where('coin', '=', false)
    .orderBy('currency')
  const rows = await (currency === undefined ? all : all.where('currency', '=', currency)).execute()
  return rows.map((row) => ({ ...row, at: row.at.getTime() }))
}

/** A rate that a buyer has seen holds while the present one is no further from it than this (basis points). */
const HOLDS = 100
/**
 * How long it holds after another has taken its place (days): an order may wait a day unsent, and be made on a device
 * that had no network for days.
 */
const HOLDS_DAYS = 7

/** How an order is paid: the amount in minor units of the market's currency, and the rate it follows from. */
interface Settlement {
  due: number
  /** The market's currency. */
  dueCurrency: string
  /** Null in the market's own currency. */
  rate: Rate | null
  /** The rate moved against the buyer, further than the one that was seen holds. */
  moved: boolean
}

/**
 * The amount due for an order: at the rate that the buyer saw (its id) while that holds, else at the present one.
 * Undefined while the operator has set no rate for its currency.
 */
export async function settlementFor(
  db: Db,
  sums: Amounts,
  currency: string,
  seen?: number,
): Promise<Settlement | undefined> {
  const market = await readMarketCurrency(db)
  const settled = (rate: Rate | null, moved: boolean): Settlement | undefined => {
    const converted = convertSums(sums, currency, market, ratesIn(rate ? [rate] : [], market))
    return converted && { due: converted.total, dueCurrency: market, rate, moved }
  }
  if (currency === market) return settled(null, false)
  const [present] = await presentRates(db, currency)
  if (!present) return undefined
  if (seen === undefined || seen === present.id) return settled(present, false)
  const past = await pastRate(db, seen, currency)
  // Too long ago to tell.
  if (!past) return settled(present, true)
  const [now, then] = [worth(present, past), worth(past, present)]
  // A rate from longer ago no longer holds, however close it is: buyers could pick the best of many.
  const margin = past.lately ? BigInt(HOLDS) : 0n
  if (now * 10_000n > then * (10_000n + margin)) return settled(present, true)
  if (then * 10_000n > now * (10_000n + margin)) return settled(present, false)
  const { lately: _lately, ...rate } = past
  return settled(rate, false)
}

/** A rate from before, and whether it held until lately; undefined of one that is not known any more. */
async function pastRate(db: Db, id: number, currency: string): Promise<(Rate & { lately: boolean }) | undefined> {
  const { rows } = await sql<Omit<Rate, 'at'> & { at: Date; lately: boolean }>`
    select p.id, p.currency, p.numerator, p.denominator, p.at,
      (select n.at from past_rates n where n.currency = p.currency and n.id > p.id order by n.id limit 1)
        > now() - make_interval(days => ${sql.lit(HOLDS_DAYS)}) as lately
    from past_rates p where p.id = ${id}::bigint and p.currency = ${currency}`.execute(db)
  const [rate] = rows
  return rate && { ...rate, at: rate.at.getTime() }
}

/** A rate beside another, in parts of their common denominator. */
const worth = (rate: Fraction, beside: Fraction): bigint => BigInt(rate.numerator) * BigInt(beside.denominator)
