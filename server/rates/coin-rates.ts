import { sql } from 'kysely'
import { coinWorth } from '#contract/currencies/coin-worth.ts'
import { coinOf, coins, isTest, type Asset, type Coin } from '#contract/coins/assets.ts'
import type { Fraction } from '#contract/currencies/exchange.ts'
import type { CoinRateState } from '#contract/wallet/schema-pay.ts'
import type { Db, Tx } from '../db/tables/tables.ts'
import { readSetting } from '../market/settings.ts'

const HOUR_MS = 3_600_000

/** The rate of one coin from `at` (Unix ms) on, and whether orders can be paid at it. */
export interface CoinRate extends Fraction {
  coin: Coin
  at: number
  fixed: boolean
  state: CoinRateState
}

/** Whether operators have yet to agree to another rate of `r`, at a time (Unix ms). */
export const rateWaits = (now: number) => sql`exists (select from pending_acts p
  where p.until > ${new Date(now)}::timestamptz and (p.act = 'rate' and p.value ->> 'currency' = r.currency
    or p.act = 'rates' and p.value -> 'rates' @> jsonb_build_array(jsonb_build_object('currency', r.currency))))`

/**
 * The rates of all coins that have one; `now` in Unix ms. One that was set longer ago than `rateAge` is old unless it
 * is fixed. While operators have yet to agree to another rate, or the source of rates has stopped the coin, the present
 * rate may be wrong: it waits.
 */
export async function coinRates(db: Db | Tx, now: number): Promise<CoinRate[]> {
  const hours = await readSetting(db, 'rateAge')
  const { rows } = await sql<Omit<CoinRate, 'at' | 'state'> & { at: Date; waits: boolean }>`
    select r.currency as coin, r.numerator, r.denominator, r.at, r.fixed,
      r.stopped or ${rateWaits(now)} as waits
    from exchange_rates r where r.coin`.execute(db)
  const found = rows.map(({ waits, at, ...rate }): CoinRate => {
    const old = isOld({ at, fixed: rate.fixed }, now, hours)
    return { ...rate, at: at.getTime(), state: waits ? 'waits' : old ? 'old' : 'payable' }
  })
  return found.toSorted((a, b) => coins.indexOf(a.coin) - coins.indexOf(b.coin))
}

/** Whether a rate is too old for payments: `now` in Unix ms, `hours` its maximum age. */
export const isOld = (rate: { at: Date; fixed: boolean }, now: number, hours: number): boolean =>
  !rate.fixed && now - rate.at.getTime() > hours * HOUR_MS

/** A currency of these whose rate is missing or too old for payments; undefined where there is none. */
export async function oldCurrency(
  db: Db | Tx,
  currencies: readonly string[],
  now: number,
): Promise<string | undefined> {
  if (currencies.length === 0) return undefined
  const hours = await readSetting(db, 'rateAge')
  const rows = await db
    .selectFrom('exchange_rates')
    .select(['currency', 'at', 'fixed'])
    .where('currency', 'in', currencies)
    .execute()
  return currencies.find((currency) => {
    const rate = rows.find((row) => row.currency === currency)
    return !rate || isOld(rate, now, hours)
  })
}

/**
 * The total worth of balances that can pay for orders, at these rates (minor units of the market's `currency`).
 * `test`: whether orders are paid in test money.
 */
export function balancesWorth(
  held: ReadonlyMap<Asset, bigint>,
  rates: readonly CoinRate[],
  { test, currency }: { test: boolean; currency: string },
): number {
  let worth = 0
  for (const [asset, units] of held) {
    const rate = isTest(asset) === test && rates.find(({ coin }) => coin === coinOf(asset))
    if (rate) worth += coinWorth(units, rate.coin, rate, currency)
  }
  return worth
}
