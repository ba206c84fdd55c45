import { sql } from 'kysely'
import type { ActOf } from '#contract/operator/schema-acts.ts'
import type { Fraction } from '#contract/currencies/exchange.ts'
import { isNear, readRate } from '#contract/currencies/rates.ts'
import type { Db } from '../db/tables/tables.ts'
import { readSetting } from '../market/settings.ts'

// Limits of one operator alone. Amounts and rates are counted per operator and day (UTC), since a large act can be cut
// into small ones.

const DAY_MS = 86_400_000
/** How often one operator sets rates alone in a day: one, or several at once. */
const RATES_A_DAY = 20
/** Rates of a currency that are kept (migration 0014). */
const RATES_KEPT = 100
/** How long the sums of a day are kept (days). */
export const SUMS_KEPT_DAYS = 7

/** Reserved for an act; given back where the act could not be done. */
export type Reserved = (() => Promise<void>) | undefined

const dayOf = (now: number): string => new Date(now).toISOString().slice(0, 10)

/**
 * Adds to what an operator did alone today unless that goes beyond a limit; undefined where it does. Reserved before
 * the act, so that two acts at once cannot both use what is left.
 */
async function reserve(
  db: Db,
  by: string,
  column: 'given_back' | 'rates',
  amount: number,
  limit: number,
  now: number,
): Promise<Reserved> {
  const counted = sql.ref(column)
  const { rows } = await sql`
    insert into operator_days as d (operator_id, day, ${counted})
    select ${by}::uuid, ${dayOf(now)}::date, ${amount}::bigint where ${amount}::bigint <= ${limit}::bigint
    on conflict (operator_id, day) do update set ${counted} = d.${counted} + excluded.${counted}
      where d.${counted} + excluded.${counted} <= ${limit}::bigint
    returning day`.execute(db)
  if (rows.length === 0) return undefined
  return async () => {
    await sql`
      update operator_days set ${counted} = ${counted} - ${amount}::bigint
      where operator_id = ${by}::uuid and day = ${dayOf(now)}::date`.execute(db)
  }
}

/** Reserves an amount to be given back (minor units of the market's currency). */
export const reserveGivenBack = async (db: Db, by: string, amount: number, now: number): Promise<Reserved> =>
  reserve(db, by, 'given_back', amount, await readSetting(db, 'secondEyesWorth'), now)

type NewRate = Omit<ActOf<'rate'>, 'act'>

/**
 * Whether a new rate is a step that one operator may take: not further from the rate of a day ago than one moves it
 * alone. It is none where there is no present rate, where it would never grow old although the present one does, and
 * where the source of rates has stopped the coin.
 */
export async function isStep(db: Db, { currency, rate: text, fixed }: NewRate, now: number): Promise<boolean> {
  const present = await presentOf(db, currency)
  if (!present || present.stopped || (fixed && !present.fixed)) return false
  const rate = readRate(text)
  return rate !== undefined && (await isNearDayAgo(db, currency, rate, now))
}

/** Whether a rate is no further from that of a day ago than one operator moves it alone. */
export async function isNearDayAgo(db: Db, currency: string, rate: Fraction, now: number): Promise<boolean> {
  const before = await rateOfADayAgo(db, currency, now)
  return before !== undefined && isNear(rate, before, await readSetting(db, 'rateStep'))
}

/** Reserves new rates, unless one of them is no step of one operator. */
export async function reserveRates(db: Db, by: string, rates: readonly NewRate[], now: number): Promise<Reserved> {
  for (const rate of rates) if (!(await isStep(db, rate, now))) return undefined
  return reserve(db, by, 'rates', 1, RATES_A_DAY, now)
}

const presentOf = (db: Db, currency: string): Promise<{ fixed: boolean; stopped: boolean } | undefined> =>
  db.selectFrom('exchange_rates').select(['fixed', 'stopped']).where('currency', '=', currency).executeTakeFirst()

/**
 * The rate that held a day ago, or the first one since; undefined for a currency without a rate, and where so many were
 * set since that the rate of a day ago is no longer kept.
 */
async function rateOfADayAgo(db: Db, currency: string, now: number): Promise<Fraction | undefined> {
  const { rows } = await sql<Fraction & { old: boolean; kept: number }>`
    select numerator, denominator, at <= ${new Date(now - DAY_MS)}::timestamptz as old, count(*) over ()::int as kept
    from past_rates where currency = ${currency}
    order by 3 desc, case when at <= ${new Date(now - DAY_MS)}::timestamptz then -id else id end limit 1`.execute(db)
  const [rate] = rows
  return rate && (rate.old || rate.kept < RATES_KEPT) ? rate : undefined
}

/** Deletes the sums of days that are over. */
export const purgeOperatorDays = async (db: Db, now: number): Promise<void> => {
  await sql`delete from operator_days where day < ${dayOf(now - SUMS_KEPT_DAYS * DAY_MS)}::date`.execute(db)
}
