import { amountText, parseMinor } from '#contract/rules/money.ts'
import { audit, byCommand, type Actor } from '../audit/audit.ts'
import type { Db } from '../db/tables.ts'
import { catalogueTransaction } from '../feed/catalogue-feed.ts'
import { setAreaOpen } from '../orders/areas.ts'
import { readRate } from '../ledger/exchange.ts'
import { BALANCE_CURRENCY } from '../ledger/ledger.ts'
import { readSetting, writeSetting, type Setting } from '../settings.ts'
import { cannot, OperatorError, wholeNumber } from './answer.ts'

/** `area close|open <code>`: what is below an area goes with it, unless it has a rule of its own. */
export async function setArea(
  db: Db,
  [verb, area, ...more]: readonly string[],
  _now = 0,
  actor: Actor = byCommand,
): Promise<string> {
  const code = area?.toUpperCase() ?? ''
  if ((verb !== 'open' && verb !== 'close') || more.length > 0)
    throw new OperatorError('An area is opened or closed: area close|open <code>.')
  if (!(await setAreaOpen(db, code, verb === 'open', actor))) throw cannot('cannot.areaUnknown', { code: area ?? '' })
  return `${code} is ${verb === 'open' ? 'open' : 'closed'}.`
}

/** `rate <currency> <decimal>`: how many units of the balance's currency one unit is worth. */
export async function setRate(
  db: Db,
  [name, text, ...more]: readonly string[],
  _now = 0,
  actor: Actor = byCommand,
): Promise<string> {
  const currency = name?.toUpperCase() ?? ''
  const rate = readRate(text ?? '')
  if (!/^[A-Z]{3,5}$/.test(currency) || !rate || more.length > 0) throw cannot('cannot.rateWrong')
  if (currency === BALANCE_CURRENCY) throw cannot('cannot.rateFixed', { currency: BALANCE_CURRENCY })
  await catalogueTransaction(db, async ({ tx }) => {
    const before = await tx
      .selectFrom('exchange_rates')
      .select(['numerator', 'denominator'])
      .where('currency', '=', currency)
      .executeTakeFirst()
    await tx
      .insertInto('exchange_rates')
      .values({ currency, ...rate })
      .onConflict((oc) => oc.column('currency').doUpdateSet({ ...rate, at: new Date() }))
      .execute()
    await audit(tx, {
      ...actor,
      what: 'rate.put',
      subject: `currency:${currency}`,
      before: before ?? null,
      after: rate,
    })
  })
  return `1 ${currency} is ${text} ${BALANCE_CURRENCY}, for orders that are placed from now on.`
}

/**
 * `least <storeId> pieces|amount <n>`: what one order of a store holds at least, amounts as decimals; 0 for nothing.
 */
export async function setLeast(
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

/** `unpaid <decimal>`: what the unpaid orders of a buyer with less balance may be worth together. */
export async function setUnpaidWorth(
  db: Db,
  [text, ...more]: readonly string[],
  _now = 0,
  actor: Actor = byCommand,
): Promise<string> {
  const amount = more.length > 0 ? undefined : parseMinor(text ?? '', BALANCE_CURRENCY)
  if (amount === undefined) throw cannot('cannot.amountUnpaid', { currency: BALANCE_CURRENCY })
  await keepSetting(db, 'unpaidWorth', amount, actor)
  return `A buyer's unpaid orders may be worth their balance together, or ${amountText(amount, BALANCE_CURRENCY)} if that is more.`
}

/**
 * `second <decimal>`: an act that is worth more than this waits for a second operator to agree; 0 for each such act.
 */
export async function setSecondEyes(
  db: Db,
  [text, ...more]: readonly string[],
  _now = 0,
  actor: Actor = byCommand,
): Promise<string> {
  const amount = more.length > 0 ? undefined : parseMinor(text ?? '', BALANCE_CURRENCY)
  if (amount === undefined) throw cannot('cannot.amountSecond', { currency: BALANCE_CURRENCY })
  await keepSetting(db, 'secondEyesWorth', amount, actor)
  return `What is worth more than ${amountText(amount, BALANCE_CURRENCY)} waits for a second operator.`
}

const keepSetting = (db: Db, name: Setting, value: number, actor: Actor): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const before = { value: await readSetting(tx, name) }
    await writeSetting(tx, name, value)
    await audit(tx, { ...actor, what: 'setting.put', subject: `setting:${name}`, before, after: { value } })
  })
