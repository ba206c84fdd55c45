import { amountOf } from '#contract/currencies/coin-worth.ts'
import type { Stated } from '#contract/registry.ts'
import { checkFundPassword } from '../../factors/fund-password.ts'
import { ownerTransaction, type OwnerCall } from '../../feed/owner-feed.ts'
import { accepted, refused, type Answer, type HandlersFor, type SignedIn } from '../../http/handlers.ts'
import type { Passwords } from '../../factors/passwords.ts'
import { available } from '../../ledger/accounts.ts'
import { balance } from '../../ledger/ledger.ts'
import { feedStanding } from '../../feed/position.ts'
import { orderChange, type OrderRow } from '../order/change.ts'
import { alsoPostings } from '../moves/held-moves.ts'
import { moveOrder } from '../moves/moves.ts'
import { suspendedFor } from './suspended.ts'
import { takeQuote, unquoted, type CoinAmounts } from './pay-quote.ts'
import { readPayable } from './payable.ts'

type Paid = Answer<Stated<'order.pay'>>

/**
 * Pays orders from the balance, all or none. One that is paid already is not paid again, so that a call whose answer
 * was lost can be repeated.
 */
export const orderPay =
  (passwords: Passwords): HandlersFor<'order.pay'>['order.pay'] =>
  async (call, { ids, quote, password, position }) => {
    const checked = await checkFundPassword(call, passwords, password)
    if ('kind' in checked) return checked
    return ownerTransaction(call.db, call.user.id, async (owned) => {
      const paid = await payAll(owned, call, ids, quote)
      if (paid.kind !== 'accepted') {
        owned.abandon()
        return paid
      }
      const { device } = await feedStanding(owned.tx, call.user.id, position)
      return device === 'lost' ? paid : accepted({ ...paid.data, position: owned.position })
    })
  }

async function payAll(
  owned: OwnerCall,
  { user, now }: SignedIn,
  ids: readonly string[],
  quote: string | undefined,
): Promise<Paid> {
  const at = now()
  const payable = await readPayable(owned.tx, user.id, ids, at)
  if ('kind' in payable) return payable
  const { orders, unpaid } = payable
  if (unpaid.length === 0) return accepted({ rows: orders.map(orderChange), also: [] })
  const kept = await keptFromTrading(owned, user.id, unpaid)
  if (kept) return kept
  const amounts =
    quote === undefined ? await unquoted(owned.tx, unpaid, at) : await takeQuote(owned.tx, user.id, quote, unpaid, at)
  if ('kind' in amounts) return amounts
  const short = await shortOf(owned, user.id, unpaid, amounts)
  if (short) return short
  const paidOf = new Map<string, OrderRow>()
  // Each takes a number of its store's range: everybody locks the ranges in one order.
  for (const order of unpaid.toSorted((a, b) => a.store_id - b.store_id)) {
    const paid = { asset: amounts.asset, units: amounts.units.get(order.id)!, rate: amounts.rate }
    paidOf.set(order.id, await moveOrder(owned, order, { event: 'pay', at, paid }))
  }
  // With the postings, the balance on the device falls at once.
  await alsoPostings(owned, user.id)
  return accepted({ rows: orders.map((order) => orderChange(paidOf.get(order.id) ?? order)), also: owned.also })
}

/** Refuses a payment that the balance does not cover, with the worth of the missing coins. */
async function shortOf(
  { tx }: OwnerCall,
  userId: string,
  unpaid: readonly OrderRow[],
  { asset, units }: CoinAmounts,
): Promise<ReturnType<typeof refused> | undefined> {
  const needed = unpaid.reduce((sum, { id }) => sum + units.get(id)!, 0n)
  const has = await balance(tx, available(userId), asset)
  if (needed <= has) return undefined
  const due = unpaid.reduce((sum, order) => sum + order.due, 0)
  const currency = unpaid[0]!.due_currency
  return refused('insufficientBalance', { missing: amountOf(due, needed - has, needed), currency })
}

/** Why nothing may be paid: the person is suspended, or one of the stores. */
async function keptFromTrading(
  { tx }: OwnerCall,
  userId: string,
  orders: readonly OrderRow[],
): Promise<ReturnType<typeof refused> | undefined> {
  const why = await suspendedFor(tx, userId)
  if (why !== null) return refused('suspended', { for: why })
  const store = await tx
    .selectFrom('stores')
    .select('name')
    .where(
      'id',
      'in',
      orders.map((order) => order.store_id),
    )
    .where('suspended_for', 'is not', null)
    .executeTakeFirst()
  return store && refused('storeSuspended', { for: store.name })
}
