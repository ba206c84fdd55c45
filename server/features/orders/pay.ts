import { sql } from 'kysely'
import { byId } from '#contract/rules/by-id.ts'
import { MARKET_CURRENCY } from '#contract/rules/exchange.ts'
import type { Stated } from '#contract/registry.ts'
import { checkFundPassword } from '../../factors/fund-password.ts'
import { ownerTransaction, type OwnerCall } from '../../feed/owner-feed.ts'
import { accepted, refused, type Answer, type HandlersFor, type SignedIn } from '../../http/handlers.ts'
import type { Passwords } from '../../http/passwords.ts'
import { available } from '../../ledger/accounts.ts'
import { balance } from '../../ledger/ledger.ts'
import { PAID_IN, toPay } from '../../ledger/test-money.ts'
import { centsOf, unitsOf } from '#contract/rules/coins.ts'
import { standing } from '../../feed/position.ts'
import { orderChange, readOrders, type OrderRow } from '../../feed/order-change.ts'
import { alsoPostings } from '../../orders/held-moves.ts'
import { moveOrder } from '../../orders/moves.ts'
import { suspendedFor } from '../../orders/suspended.ts'

type Paid = Answer<Stated<'order.pay'>>

/**
 * Pays orders from the balance, all or none. One that is paid already is not paid again, so that a call whose answer
 * was lost can be repeated.
 */
export const orderPay =
  (passwords: Passwords): HandlersFor<'order.pay'>['order.pay'] =>
  async (call, { ids, password, position }) => {
    const checked = await checkFundPassword(call, passwords, password)
    if ('kind' in checked) return checked
    return ownerTransaction(call.db, call.user.id, async (owned) => {
      const paid = await payAll(owned, call, [...new Set(ids)])
      if (paid.kind !== 'accepted') {
        owned.abandon()
        return paid
      }
      const { device } = await standing(owned.tx, call.user.id, position)
      return device === 'lost' ? paid : accepted({ ...paid.data, position: owned.position })
    })
  }

async function payAll(owned: OwnerCall, { user, now }: SignedIn, ids: readonly string[]): Promise<Paid> {
  const at = now()
  const orders: OrderRow[] = []
  const found = await readOrders(owned.tx, sql`o.user_id = ${user.id}::uuid and o.id = any(${ids}::text[])`)
  const orderOf = byId(found)
  for (const id of ids) {
    const order = orderOf.get(id)
    if (!order) return refused('orderGone', { id })
    // Past its time it only waits to be closed.
    const late = order.state === 'unpaid' && order.pay_by !== null && order.pay_by.getTime() <= at
    if (late || order.state === 'cancelled' || order.state === 'refunded') return refused('orderMoved', { id })
    orders.push(order)
  }
  const unpaid = orders.filter((o) => o.state === 'unpaid')
  const kept = unpaid.length > 0 ? await keptFromTrading(owned, user.id, unpaid) : undefined
  if (kept) return kept
  const due = unpaid.reduce((sum, o) => sum + o.due, 0)
  const held = await balance(owned.tx, available(user.id), PAID_IN)
  if (unitsOf(due) > held)
    return refused('insufficientBalance', { missing: due - centsOf(held), currency: MARKET_CURRENCY })
  const rows = []
  for (const order of orders) rows.push(orderChange(order.state === 'unpaid' ? await paidFor(owned, order, at) : order))
  // With the postings, the balance on the device falls at once.
  await alsoPostings(owned, user.id)
  return accepted({ rows, also: owned.also })
}

const paidFor = (owned: OwnerCall, order: OrderRow, at: number): Promise<OrderRow> =>
  moveOrder(owned, order, { event: 'pay', at, paid: toPay(order.due) })

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
