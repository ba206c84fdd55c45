import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { unitsToPay } from '#contract/currencies/coin-worth.ts'
import { coinOf, isTest, unitsOf, type Asset } from '#contract/coins/assets.ts'
import { FIRST_CURRENCY, type Fraction } from '#contract/currencies/exchange.ts'
import type { PaperRate } from '#contract/invoices/paper.ts'
import { isNear } from '#contract/currencies/rates.ts'
import type { Stated } from '#contract/registry.ts'
import type { Tx } from '../../db/tables/tables.ts'
import type { OrderRow } from '../order/change.ts'
import { retried } from '../../db/retry.ts'
import { accepted, refused, type HandlersFor } from '../../http/handlers.ts'
import { coinRates, oldCurrency, type CoinRate } from '../../rates/coin-rates.ts'
import { paidIn, paysTest } from '../../ledger/test-money.ts'
import { readSetting } from '../../market/settings.ts'
import { readPayable } from './payable.ts'

type PayQuote = Stated<'order.payQuote'>['quotes'][number]

/** An order of a stored quote: its amount, and the units of the coin. */
interface QuotedOrder {
  id: string
  due: number
  units: string
}

/** The coins that pay for orders: units of one asset for each, and the coin's rate that they follow from. */
export interface CoinAmounts {
  asset: Asset
  rate: PaperRate
  units: ReadonlyMap<string, bigint>
}

/** States the cost of orders in each coin that can be used now. */
export const orderPayQuote: HandlersFor<'order.payQuote'>['order.payQuote'] = ({ db, user, now }, { ids }) =>
  retried(() =>
    db.transaction().execute(async (tx) => {
      const at = now()
      const payable = await readPayable(tx, user.id, ids, at)
      if ('kind' in payable) return payable
      if (payable.unpaid.length === 0) return accepted({ quotes: [], closed: [] })
      const old = await oldCurrencyOf(tx, payable.unpaid, at)
      if (old) return old
      const rates = await coinRates(tx, at)
      const until = new Date(at + (await readSetting(tx, 'payQuoteMinutes')) * 60_000)
      const quotes: PayQuote[] = []
      for (const rate of rates.filter(({ state }) => state === 'payable'))
        quotes.push(await writeQuote(tx, user.id, payable.unpaid, rate, { at, until }))
      return accepted({ quotes, closed: rates.filter(({ state }) => state !== 'payable') })
    }),
  )

/** Refuses orders in a currency whose rate is too old, although theirs was fixed when they were placed. */
async function oldCurrencyOf(
  tx: Tx,
  unpaid: readonly OrderRow[],
  at: number,
): Promise<ReturnType<typeof refused> | undefined> {
  const others = unpaid.filter((order) => order.currency !== order.due_currency)
  const currencies = new Set(others.map(({ currency }) => currency))
  const old = await oldCurrency(tx, [...currencies], at)
  return old === undefined ? undefined : refused('rateOld', { for: old })
}

async function writeQuote(
  tx: Tx,
  userId: string,
  unpaid: readonly OrderRow[],
  rate: CoinRate,
  { at, until }: { at: number; until: Date },
): Promise<PayQuote> {
  const asset = await paidIn(tx, rate.coin)
  const orders = unpaid.map(({ id, due, due_currency: of }) => ({
    ...{ id, due },
    units: unitsToPay(due, of, rate.coin, rate),
  }))
  const id = randomUUID()
  const stored: QuotedOrder[] = orders.map((order) => ({ ...order, units: String(order.units) }))
  await tx
    .insertInto('payment_quotes')
    .values({
      ...{ id, user_id: userId, asset, orders: JSON.stringify(stored), until },
      ...{ numerator: rate.numerator, denominator: rate.denominator, rate_at: new Date(rate.at) },
    })
    .onConflict((oc) =>
      oc.columns(['user_id', 'asset']).doUpdateSet(({ ref }) => ({
        id: ref('excluded.id'),
        numerator: ref('excluded.numerator'),
        denominator: ref('excluded.denominator'),
        rate_at: ref('excluded.rate_at'),
        orders: ref('excluded.orders'),
        until: ref('excluded.until'),
      })),
    )
    .execute()
  return {
    ...{ id, asset, rate },
    units: String(orders.reduce((sum, { units }) => sum + units, 0n)),
    orders: stored.map((order) => ({ id: order.id, units: order.units })),
    seconds: Math.floor((until.getTime() - at) / 1000),
  }
}

/** Uses up a quote. Returns its amounts, or the refusal when it no longer holds. */
export async function takeQuote(
  tx: Tx,
  userId: string,
  quote: string,
  unpaid: readonly OrderRow[],
  at: number,
): Promise<CoinAmounts | ReturnType<typeof refused>> {
  const { rows } = await sql<{ asset: Asset; orders: QuotedOrder[]; until: Date; rate_at: Date | null } & Fraction>`
    delete from payment_quotes where id = ${quote}::uuid and user_id = ${userId}::uuid
    returning asset, numerator, denominator, rate_at, orders, until`.execute(tx)
  const [found] = rows
  const over = refused('payQuoteOver')
  if (!found || found.until.getTime() <= at || found.orders.length !== unpaid.length) return over
  const byOrder = new Map(found.orders.map((order) => [order.id, order]))
  if (unpaid.some(({ id, due }) => byOrder.get(id)?.due !== due)) return over
  // Operators doubt its rate, or have changed it further than one of them may alone.
  const rate = (await coinRates(tx, at)).find(({ coin }) => coin === coinOf(found.asset))
  const isPaid = isTest(found.asset) === (await paysTest(tx))
  if (!rate || !isPaid || rate.state === 'waits' || !isNear(rate, found, await readSetting(tx, 'rateStep'))) return over
  const { asset, numerator, denominator, rate_at: rateAt, orders } = found
  return {
    asset,
    rate: { numerator, denominator, at: rateAt?.getTime() ?? rate.at },
    units: new Map(orders.map(({ id, units }) => [id, BigInt(units)])),
  }
}

/**
 * Amounts for apps that show only the market's currency, which was the dollar when they were made: USDT, while it costs
 * no more than they showed.
 */
export async function unquoted(
  tx: Tx,
  unpaid: readonly OrderRow[],
  at: number,
): Promise<CoinAmounts | ReturnType<typeof refused>> {
  const old = await oldCurrencyOf(tx, unpaid, at)
  if (old) return old
  const rate = (await coinRates(tx, at)).find(({ coin }) => coin === 'USDT')
  if (rate?.state !== 'payable') return refused('updateNeeded')
  if (unpaid.some((order) => order.due_currency !== FIRST_CURRENCY)) return refused('updateNeeded')
  const units = new Map(unpaid.map(({ id, due, due_currency: of }) => [id, unitsToPay(due, of, 'USDT', rate)]))
  if (unpaid.some(({ id, due }) => units.get(id)! > unitsOf(due))) return refused('updateNeeded')
  const { numerator, denominator, at: since } = rate
  return { asset: await paidIn(tx, 'USDT'), rate: { numerator, denominator, at: since }, units }
}
