import { sql } from 'kysely'
import type { Stated } from '#contract/registry.ts'
import { ownerTransaction, type OwnerCall } from '../../feed/owner-feed.ts'
import { accepted, refused, type Answer, type HandlersFor, type SignedIn } from '../../http/handlers.ts'
import type { Bounds } from '../../http/bounds.ts'
import { createLimiter, type LimiterOptions } from '../../http/limits.ts'
import type { Passwords } from '../../http/passwords.ts'
import { available, balance, BALANCE_CURRENCY } from '../../ledger/ledger.ts'
import { standing } from '../../feed/position.ts'
import { orderChange, readOrders, type OrderRow } from '../../feed/order-change.ts'
import { moveOrder } from '../../orders/moves.ts'

type Paid = Answer<Stated<'order.pay'>>

/** Wrong passwords, by account: whoever asks holds one of its sessions, so that nobody else can be locked out. */
const WRONG: LimiterOptions = { capacity: 10, refillPerSecond: 10 / 900, maxKeys: 50_000 }

/**
 * Pays orders from the balance, all or none. One that is paid already is not paid again, so that a call whose answer
 * was lost can be repeated.
 */
export function orderPay(
  passwords: Passwords,
  limit: LimiterOptions = WRONG,
  bounds?: Bounds,
): HandlersFor<'order.pay'>['order.pay'] {
  const attempts = createLimiter(limit, bounds, 'Persons counted for passwords of payments')
  return async (call, { ids, password, position }) => {
    const allowed = attempts.take(call.user.id, call.now())
    if (!allowed.ok) return refused('tooManyAttempts', { seconds: Math.ceil(allowed.retryAfter / 1000) })
    const { password_hash } = await call.db
      .selectFrom('users')
      .select('password_hash')
      .where('id', '=', call.user.id)
      .executeTakeFirstOrThrow()
    const right = await passwords.check(password, password_hash, { person: call.user.id })
    if (right === undefined) return { kind: 'busy', retryAfter: 1000 }
    if (!right) return refused('wrongPassword')
    attempts.forget(call.user.id)
    return ownerTransaction(call.db, call.user.id, async (owned) => {
      const paid = await payAll(owned, call, [...new Set(ids)])
      if (paid.kind !== 'accepted') return paid
      const { device } = await standing(owned.tx, call.user.id, position)
      return device === 'lost' ? paid : accepted({ ...paid.data, position: owned.position })
    })
  }
}

async function payAll(owned: OwnerCall, { user, now }: SignedIn, ids: readonly string[]): Promise<Paid> {
  const at = now()
  const orders: OrderRow[] = []
  const found = await readOrders(owned.tx, sql`o.user_id = ${user.id}::uuid and o.id = any(${ids}::text[])`)
  const byId = new Map(found.map((order) => [order.id, order]))
  for (const id of ids) {
    const order = byId.get(id)
    if (!order) return refused('orderGone', { id })
    // Past its time it only waits to be closed.
    const late = order.state === 'unpaid' && order.pay_by !== null && order.pay_by.getTime() <= at
    if (late || order.state === 'cancelled' || order.state === 'refunded') return refused('orderMoved', { id })
    orders.push(order)
  }
  const unpaid = orders.filter((o) => o.state === 'unpaid')
  const due = unpaid.reduce((sum, o) => sum + o.due, 0)
  const held = await balance(owned.tx, available(user.id), BALANCE_CURRENCY)
  if (due > held) return refused('insufficientBalance', { missing: due - held, currency: BALANCE_CURRENCY })
  const rows = []
  for (const order of orders)
    rows.push(orderChange(order.state === 'unpaid' ? await moveOrder(owned, order, { event: 'pay', at }) : order))
  return accepted({ rows })
}
