import { FEE_NOTICE_MS, percentOf, readPercent } from '#contract/market/fees.ts'
import { amountText, parseMinor } from '#contract/currencies/money.ts'
import { operatorLimits, type ActOf, type OperatorLimit } from '#contract/operator/schema-acts.ts'
import { audit, byCommand, type Actor } from '../audit/audit.ts'
import type { Db } from '../db/tables/tables.ts'
import { catalogueTransaction } from '../feed/catalogue-feed.ts'
import { writeFeeRate } from '../market/fee-rate.ts'
import { readMarketCurrency } from '../market/currency.ts'
import { readSetting, writeSetting } from '../market/settings.ts'
import { cannot, OperatorError, wholeNumber } from '../operator/answer.ts'

/**
 * `least <storeId> pieces|amount <n>`: what one order of a store holds at least, amounts as decimals; 0 for nothing.
 */
export async function leastCommand(
  db: Db,
  [store, of, text, ...more]: readonly string[],
  _now = 0,
  actor: Actor = byCommand,
): Promise<string> {
  const id = wholeNumber(store, 'A store')
  if ((of !== 'pieces' && of !== 'amount') || more.length > 0)
    throw new OperatorError('A least order is of pieces or of an amount: least 7 pieces 30.')
  return catalogueTransaction(db, async ({ tx, rev }) => {
    const row = await tx
      .selectFrom('stores')
      .select(['name', 'currency', 'least_pieces', 'least_amount'])
      .where('id', '=', id)
      .executeTakeFirst()
    if (!row) throw new OperatorError(`There is no store ${id}.`)
    const { name, currency } = row
    const least =
      of === 'amount' ? parseMinor(text ?? '', currency) : /^\d{1,7}$/.test(text ?? '') ? Number(text) : undefined
    if (least === undefined)
      throw new OperatorError(`“${text ?? ''}” is no number of pieces, nor an amount in ${currency}.`)
    const [pieces, amount] = of === 'pieces' ? [least || null, null] : [null, least || null]
    await tx
      .updateTable('stores')
      .set({ least_pieces: pieces, least_amount: amount, rev })
      .where('id', '=', id)
      .execute()
    await audit(tx, {
      ...actor,
      what: 'store.least',
      subject: `store:${id}`,
      before: { pieces: row.least_pieces, amount: row.least_amount },
      after: { pieces, amount },
    })
    if (least === 0) return `${name} takes orders of any size.`
    return `${name} takes orders from ${of === 'pieces' ? `${least} pieces` : amountText(least, currency)}.`
  })
}

/** The value of a limit as a screen or a command has it; `market` is the market's currency. @throws OperatorError */
export function readLimit(market: string, limit: OperatorLimit, text: string): ActOf<'limit'> {
  const isWorth = limit.endsWith('Worth')
  const whole = /^\d{1,7}$/.test(text) ? Number(text) : undefined
  const value = isWorth ? parseMinor(text, market) : limit === 'feeRate' ? readPercent(text) : whole
  const read = operatorLimits[limit].safeParse({ act: 'limit', limit, value })
  if (read.success) return read.data
  throw isWorth
    ? cannot('cannot.amountWrong', { currency: market })
    : cannot(`cannot.${limit as Exclude<OperatorLimit, `${string}Worth`>}`)
}

/** Sets a limit of one operator alone, or the market's fee. `now` is Unix ms. */
export const putLimit = (
  db: Db,
  { limit, value }: { limit: OperatorLimit; value: number },
  now: number,
  actor: Actor,
): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const before = { value: await readSetting(tx, limit) }
    await (limit === 'feeRate' ? writeFeeRate(tx, value, now) : writeSetting(tx, limit, value))
    await audit(tx, { ...actor, what: 'setting.put', subject: `setting:${limit}`, before, after: { value } })
  })

const limitSet =
  (limit: OperatorLimit, describe: (value: number, market: string) => string) =>
  async (
    db: Db,
    [text = '', ...more]: readonly string[],
    now = Date.now(),
    actor: Actor = byCommand,
  ): Promise<string> => {
    if (more.length > 0) throw new OperatorError('One value is needed.')
    const market = await readMarketCurrency(db)
    const set = readLimit(market, limit, text)
    await putLimit(db, set, now, actor)
    return describe(set.value, market)
  }

/** `unpaid <decimal>`: what the unpaid orders of a buyer with less balance may be worth together. */
export const setUnpaidWorth = limitSet(
  'unpaidWorth',
  (value, market) =>
    `A buyer's unpaid orders may be worth their balance together, or ${amountText(value, market)} if that is more.`,
)

/** `second <decimal>`: what one operator gives back alone in a day; 0 for nothing. */
export const setSecondEyes = limitSet(
  'secondEyesWorth',
  (value, market) => `One operator alone gives back at most ${amountText(value, market)} a day.`,
)

/** `rateStep <percent>`: how far one operator alone moves a rate within a day. */
export const setRateStep = limitSet(
  'rateStep',
  (value) => `One operator alone moves a rate by at most ${value} % within a day.`,
)

/** `rateAge <hours>`: the maximum age of a rate for payments. */
export const setRateAge = limitSet('rateAge', (value) => `Orders can be paid at rates up to ${value} hours old.`)

/** `payQuoteMinutes <minutes>`: how long a quoted amount stays valid. */
export const setPayQuoteMinutes = limitSet(
  'payQuoteMinutes',
  (value) => `A quoted amount stays valid for ${value} minutes.`,
)

/** `storeDay <changes>`: how many changes a store may make in a day. */
export const setStoreDay = limitSet('storeDay', (value) => `A store may make ${value} changes a day.`)

/** `sweepPercent <percent>`: what collecting deposits may cost of their amount. */
export const setSweepPercent = limitSet(
  'sweepPercent',
  (value) => `Deposits are collected where that costs at most ${value} % of their amount.`,
)

/** `fee <percent>`: the market's fee on what stores get of their orders. */
export const setFee = limitSet(
  'feeRate',
  (value) =>
    `The market's fee is ${percentOf(value)} %, a higher one than before after ${FEE_NOTICE_MS / 86_400_000} days.`,
)

/** `soleWaits <hours>`: how long an act waits that no second operator can agree to. */
export const setSoleWaits = limitSet(
  'soleWaits',
  (value) => `An act that nobody else can agree to waits ${value} hours.`,
)

/** `newAddressHours <hours>`: how long a withdrawal to a new address waits. */
export const setNewAddressHours = limitSet(
  'newAddressHours',
  (value) => `A withdrawal to a new address waits ${value} hours.`,
)

/** `withdrawOne <decimal>`: what a person withdraws in a day without an operator. */
export const setWithdrawOne = limitSet(
  'withdrawOneWorth',
  (value, market) => `A person withdraws ${amountText(value, market)} in a day without an operator who agrees.`,
)

/** `withdrawTwo <decimal>`: what a person withdraws in a day without a second operator. */
export const setWithdrawTwo = limitSet(
  'withdrawTwoWorth',
  (value, market) => `A person withdraws ${amountText(value, market)} in a day without two operators who agree.`,
)

/** `withdrawFactor <decimal>`: what a person withdraws in a day without a second factor. */
export const setWithdrawFactor = limitSet(
  'withdrawFactorWorth',
  (value, market) => `A person withdraws ${amountText(value, market)} in a day without a second factor.`,
)
