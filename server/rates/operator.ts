import { coins, isCoin } from '#contract/coins/assets.ts'
import { isRated } from '#contract/currencies/codes.ts'
import { readRate } from '#contract/currencies/rates.ts'
import { audit, byCommand, type Actor } from '../audit/audit.ts'
import type { Db, Tx } from '../db/tables/tables.ts'
import { catalogueTransaction } from '../feed/catalogue-feed.ts'
import { readMarketCurrency } from '../market/currency.ts'
import { readSetting } from '../market/settings.ts'
import { cannot, OperatorError } from '../operator/answer.ts'

/** The worth of a unit of a currency or coin: a decimal of the market's currency. */
export interface NewRate {
  currency: string
  rate: string
  /** It does not grow old. */
  fixed?: boolean | undefined
}

/** The currency and rate of a screen or a command, in the market's currency. @throws OperatorError */
export function readRateOf(market: string, name: string, text: string): { currency: string; rate: string } {
  const currency = name.trim().toUpperCase()
  if (currency === market) throw cannot('cannot.rateFixed', { currency })
  if (!isRated(currency)) throw cannot('cannot.currencyUnknown', { code: name.slice(0, 20), coins: coins.join(', ') })
  if (!readRate(text)) throw cannot('cannot.rateWrong', { rate: text.slice(0, 40), currency })
  return { currency, rate: text.trim() }
}

/** Sets rates, all of them or none. @throws OperatorError Where one is of no currency: an act may have waited long. */
export async function putRates(db: Db, rates: readonly NewRate[], now: number, actor: Actor): Promise<void> {
  const market = await readMarketCurrency(db)
  for (const { currency, rate } of rates) readRateOf(market, currency, rate)
  // In one order everywhere, and the audit log after all rows: whoever writes an entry makes the next wait.
  const ordered = rates.toSorted((a, b) => (a.currency < b.currency ? -1 : 1))
  const write = async ({ tx }: { tx: Tx }): Promise<void> => {
    const entries = []
    for (const one of ordered) entries.push(await putRate(tx, one, now, actor))
    for (const entry of entries) await audit(tx, { ...actor, what: 'rate.put', ...entry })
  }
  // No price is in a coin.
  if (rates.every(({ currency }) => isCoin(currency))) await db.transaction().execute((tx) => write({ tx }))
  else await catalogueTransaction(db, write)
}

async function putRate(tx: Tx, { currency, rate: text, fixed = false }: NewRate, now: number, actor: Actor) {
  const { numerator, denominator } = readRate(text)!
  const rate = {
    ...{ numerator, denominator, at: new Date(now), fixed, stopped: false, source: actor.via, set_by: actor.by },
    asked_by: actor.pair && 'asked' in actor.pair ? actor.pair.asked : null,
  }
  const before = await tx
    .selectFrom('exchange_rates')
    .select(['numerator', 'denominator', 'fixed'])
    .where('currency', '=', currency)
    .executeTakeFirst()
  await tx
    .insertInto('exchange_rates')
    .values({ currency, ...rate })
    .onConflict((oc) => oc.column('currency').doUpdateSet(rate))
    .execute()
  return { subject: `currency:${currency}`, before: before ?? null, after: { numerator, denominator, fixed } }
}

/** `rate <currency or coin> <decimal> [fixed] …` */
export async function setRate(
  db: Db,
  args: readonly string[],
  now = Date.now(),
  actor: Actor = byCommand,
): Promise<string> {
  if (args.length < 2) throw new OperatorError('A rate is a currency or coin and a decimal: rate EUR 1.0835.')
  const market = await readMarketCurrency(db)
  const rates: NewRate[] = []
  const left = [...args]
  do {
    const [name = '', text = ''] = left.splice(0, 2)
    const fixed = left[0] === 'fixed'
    if (fixed) left.shift()
    rates.push({ ...readRateOf(market, name, text), fixed })
  } while (left.length > 0)
  if (new Set(rates.map(({ currency }) => currency)).size < rates.length)
    throw new OperatorError('Each currency is named once.')
  await putRates(db, rates, now, actor)
  const hours = await readSetting(db, 'rateAge')
  return rates
    .map(({ currency, rate, fixed }) => {
      const from = isCoin(currency) ? 'for payments' : 'for orders that are placed'
      const good = fixed ? '' : ` It is good for ${hours} hours.`
      return `1 ${currency} is ${rate} ${market}, ${from} from now on.${good}`
    })
    .join('\n')
}
