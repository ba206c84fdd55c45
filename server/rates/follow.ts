import type { Fraction } from '#contract/currencies/exchange.ts'
import { isNear, rateText, readRate, timesRate } from '#contract/currencies/rates.ts'
import { audit, byTimer } from '../audit/audit.ts'
import type { Db, Tx } from '../db/tables/tables.ts'
import { eachOf } from '../turns/each-of.ts'
import { readSetting } from '../market/settings.ts'
import { isOld } from './coin-rates.ts'
import { readMarketCurrency } from '../market/currency.ts'
import type { RateSource, SourceRate } from '../market/rate-source.ts'

/** The interval at which an unchanged rate is confirmed (ms). */
const CONFIRM_MS = 300_000

/**
 * Adopts the rates of a source (`now` in Unix ms), each coin by itself. It changes no coin without a rate, and no fixed
 * one: operators decide whether the market follows it. A rate that moved further than `rateStep` stops its coin until
 * operators set it. Rates in another currency than the market's follow that one's rate, as long as it is not too old.
 */
export async function followRates(db: Db, source: RateSource, now: number): Promise<void> {
  await eachOf(await source.read(now), (rate) => db.transaction().execute((tx) => followRate(tx, source, rate, now)))
}

async function followRate(
  tx: Tx,
  { name: source, currency }: Pick<RateSource, 'name' | 'currency'>,
  { coin, rate, at }: SourceRate,
  now: number,
): Promise<void> {
  const stated = readRate(rate)
  if (!stated) throw new Error(`${source} says that a ${coin} is worth “${rate.slice(0, 40)}”`)
  const before = await tx
    .selectFrom('exchange_rates')
    .select(['numerator', 'denominator', 'at', 'fixed', 'stopped'])
    .where('currency', '=', coin)
    .forUpdate()
    .executeTakeFirst()
  if (!before || before.fixed || before.stopped || before.at.getTime() > at) return
  const read = await inMarketCurrency(tx, stated, currency, now)
  if (!read) return
  if (!isNear(read, before, await readSetting(tx, 'rateStep'))) {
    await tx.updateTable('exchange_rates').set({ stopped: true }).where('currency', '=', coin).execute()
    await audit(tx, {
      ...byTimer,
      ...{ what: 'rate.stop', subject: `currency:${coin}` },
      before: { numerator: before.numerator, denominator: before.denominator },
      after: { ...read, source },
    })
    console.error(`Payments in ${coin} are stopped: ${source} says ${rateText(read)}. Two operators set the rate.`)
    return
  }
  if (isNear(read, before, 0) && now - before.at.getTime() < CONFIRM_MS) return
  await tx
    .updateTable('exchange_rates')
    .set({ ...read, at: new Date(at), source, set_by: null, asked_by: null })
    .where('currency', '=', coin)
    .execute()
}

/**
 * A rate of a source in the market's currency; undefined where that of the source has no rate, or one that is too old.
 */
async function inMarketCurrency(
  tx: Tx,
  stated: Fraction,
  currency: string,
  now: number,
): Promise<Fraction | undefined> {
  if (currency === (await readMarketCurrency(tx))) return stated
  const each = await tx
    .selectFrom('exchange_rates')
    .select(['numerator', 'denominator', 'at', 'fixed'])
    .where('currency', '=', currency)
    .executeTakeFirst()
  return each && !isOld(each, now, await readSetting(tx, 'rateAge')) ? timesRate(stated, each) : undefined
}
