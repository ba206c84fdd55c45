import { sql } from 'kysely'
import type { Stated } from '#contract/registry.ts'
import { isCurrency, isRated } from '#contract/currencies/codes.ts'
import type { Fraction } from '#contract/currencies/exchange.ts'
import { inChosen, worthLimits, type CurrencyKept } from '#contract/currencies/market.ts'
import { rateText, readRate, timesRate } from '#contract/currencies/rates.ts'
import { audit, byCommand, type Actor } from '../audit/audit.ts'
import { insertRows } from '../db/insert-rows.ts'
import type { Db, Tx } from '../db/tables/tables.ts'
import { raiseTouched } from '../feed/catalogue-feed.ts'
import { catalogueRose } from '../feed/listeners.ts'
import { retried } from '../db/retry.ts'
import { readMarketCurrency } from '../market/currency.ts'
import { readSetting, writeSetting } from '../market/settings.ts'
import { isNearDayAgo } from '../operator/alone.ts'
import { cannot, OperatorError } from '../operator/answer.ts'

// The market's currency is free until the first order. One operator may choose it: limits and rates are converted by
// the same number, so that each limit allows as much as before.

type Limits = Partial<Record<(typeof worthLimits)[number], number>>

/** Why the market's currency cannot be chosen at a time (Unix ms); null where it can. */
async function keptBy(db: Db | Tx, now: number): Promise<CurrencyKept | null> {
  const { rows } = await sql<Record<CurrencyKept, boolean>>`
    select exists (select from stores where demo) as demo,
      exists (select from orders) or exists (select from invoices) as orders,
      exists (select from pending_acts p where p.until > ${new Date(now)}::timestamptz and (
        p.act in ('rate', 'rates', 'sweep') or p.act = 'limit' and p.value ->> 'limit' like '%Worth')) as acts`.execute(
    db,
  )
  const { demo, orders, acts } = rows[0]!
  return demo ? 'demo' : orders ? 'orders' : acts ? 'acts' : null
}

const readLimits = async (db: Db | Tx): Promise<[name: (typeof worthLimits)[number], amount: number][]> => {
  const all: [(typeof worthLimits)[number], number][] = []
  for (const name of worthLimits) all.push([name, await readSetting(db, name)])
  return all
}

/** The market's currency, why it is fixed, and the limits that are amounts in it. */
export async function marketOf(db: Db, now: number): Promise<NonNullable<Stated<'operator.currencies'>['market']>> {
  const limits = await readLimits(db)
  return {
    currency: await readMarketCurrency(db),
    kept: await keptBy(db, now),
    limits: limits.map(([limit, amount]) => ({ limit, amount })),
  }
}

const refusals = {
  demo: 'cannot.marketCurrencyDemo',
  orders: 'cannot.marketCurrencyOrders',
  acts: 'cannot.marketCurrencyActs',
} as const

/** A currency, and what a unit of the market's present one is worth in it: a decimal. */
interface Choice {
  currency: string
  worth: string
}

/** A change of the market's currency: from one to another, by what a unit of the first is worth in the other. */
interface Change {
  before: string
  currency: string
  each: Fraction
}

/** Makes a currency the market's, and converts its limits and rates. `now` is Unix ms. @throws OperatorError */
export async function setMarketCurrency(db: Db, { currency, worth }: Choice, now: number, actor: Actor): Promise<void> {
  if (!isCurrency(currency)) throw cannot('cannot.marketCurrencyUnknown', { code: currency.slice(0, 20) })
  const rev = await retried(() =>
    db.transaction().execute(async (tx) => {
      // An order, or an act that waits, is written before this transaction or after it.
      await sql`lock table orders, invoices, pending_acts in share row exclusive mode`.execute(tx)
      const kept = await keptBy(tx, now)
      const before = await readMarketCurrency(tx)
      if (kept !== null) throw cannot(refusals[kept], { currency: before })
      if (currency === before) throw cannot('cannot.marketCurrencySame', { currency })
      const each = readRate(worth)
      if (!each) throw cannot('cannot.rateWrong', { rate: worth.slice(0, 40), currency: before })
      const change = { before, currency, each }
      if (actor.via === 'screen') await expectNear(tx, change, now)
      const rev = await raiseTouched(tx, { products: new Set(), stores: new Set() })
      // A product that is being written has its worth in the currency before, and is not seen by the update below.
      await sql`lock table products in share row exclusive mode`.execute(tx)
      const limits = await convertLimits(tx, change)
      const removed = await convertRates(tx, change, now, actor)
      await sql`
        update products set worth = worth_of(price, currency), rev = ${rev}::bigint
        where worth is distinct from worth_of(price, currency)`.execute(tx)
      await audit(tx, {
        ...actor,
        what: 'market.currency',
        subject: `currency:${currency}`,
        before: { currency: before, limits: limits.before },
        after: { currency, worth: rateText(each), limits: limits.after, ...(removed.length > 0 && { removed }) },
      })
      return rev
    }),
  )
  catalogueRose(db, rev)
}

const inverse = ({ numerator, denominator }: Fraction): Fraction => ({
  numerator: denominator,
  denominator: numerator,
})

/**
 * One operator alone moves the rate that the chosen currency has no further here than elsewhere: by the number itself,
 * goods priced in that currency would become cheaper or dearer than all others.
 */
async function expectNear(tx: Tx, { before, currency, each }: Change, now: number): Promise<void> {
  const present = await tx
    .selectFrom('exchange_rates')
    .select(['numerator', 'denominator'])
    .where('currency', '=', currency)
    .executeTakeFirst()
  if (!present) return
  const [rate, stated] = [rateText(each), rateText(inverse(present))]
  if (rate === stated || (await isNearDayAgo(tx, currency, inverse(each), now))) return
  throw cannot('cannot.marketCurrencyRate', { rate, before, currency, stated })
}

async function convertLimits(tx: Tx, { before, currency, each }: Change): Promise<{ before: Limits; after: Limits }> {
  const found = await readLimits(tx)
  const converted = found.map(([name, amount]) => {
    const value = inChosen(amount, before, currency, each)
    if (value === undefined) throw cannot('cannot.rateWrong', { rate: rateText(each), currency: before })
    return [name, value] as const
  })
  for (const [name, value] of converted) await writeSetting(tx, name, value)
  return { before: Object.fromEntries(found), after: Object.fromEntries(converted) }
}

/**
 * Writes all rates anew, in the chosen currency: as old as the choice, so none of them is fixed. Returns the codes of
 * those that cannot be written in it.
 */
async function convertRates(tx: Tx, change: Change, now: number, actor: Actor): Promise<string[]> {
  const { before, currency, each } = change
  const rates = await tx.selectFrom('exchange_rates').selectAll().execute()
  await tx.deleteFrom('exchange_rates').execute()
  await convertPast(tx, change)
  await tx.updateTable('catalogue_feed').set({ currency }).execute()
  const others = rates.filter((rate) => rate.currency !== currency)
  const converted = others.flatMap(({ currency: of, stopped, ...rate }) => {
    const value = isRated(of) && timesRate(rate, each)
    return value ? [{ currency: of, ...value, stopped }] : []
  })
  await tx
    .insertInto('exchange_rates')
    .values(
      [{ currency: before, ...each, stopped: false }, ...converted].map((rate) => ({
        ...rate,
        ...{ at: new Date(now), fixed: false, source: actor.via, set_by: actor.by, asked_by: null },
      })),
    )
    .execute()
  const written = new Set(converted.map((rate) => rate.currency))
  return others.flatMap(({ currency: of }) => (written.has(of) ? [] : [of]))
}

const PAST_COLUMNS = {
  ...{ id: 'bigint', currency: 'text', numerator: 'bigint', denominator: 'bigint', at: 'timestamptz' },
  ...{ source: 'text', set_by: 'uuid', asked_by: 'uuid' },
} as const

/**
 * Converts earlier rates too: from that of a day ago one operator moves a rate only so far, and orders that are still
 * on a device name theirs by its number. Those of the chosen currency become those of the one before.
 */
async function convertPast(tx: Tx, { before, currency, each }: Change): Promise<void> {
  const past = await tx.selectFrom('past_rates').selectAll().execute()
  await tx.deleteFrom('past_rates').execute()
  const converted = past.flatMap(({ currency: of, numerator, denominator, ...rest }) => {
    const rate = { numerator, denominator }
    const value = of === currency ? timesRate({ numerator: 1, denominator: 1 }, inverse(rate)) : timesRate(rate, each)
    return value ? [{ ...rest, currency: of === currency ? before : of, ...value }] : []
  })
  await insertRows(tx, 'past_rates', PAST_COLUMNS, converted)
}

/** `currency market [<code> <decimal>]` */
export async function operateMarketCurrency(
  db: Db,
  [code, worth, ...more]: readonly string[],
  now: number,
  actor: Actor = byCommand,
): Promise<string> {
  const before = await readMarketCurrency(db)
  if (code === undefined) {
    const kept = await keptBy(db, now)
    const why = kept && cannot(refusals[kept], { currency: before }).message
    return `The market's currency is ${before}. ${why ?? 'It can be chosen until the first order.'}`
  }
  if (worth === undefined || more.length > 0)
    throw new OperatorError(`Name a currency and what one ${before} is worth in it: currency market EGP 48.5.`)
  const currency = code.toUpperCase()
  await setMarketCurrency(db, { currency, worth }, now, actor)
  return `The market's currency is ${currency}. Limits and rates were converted: one ${before} is ${worth} ${currency}.`
}
