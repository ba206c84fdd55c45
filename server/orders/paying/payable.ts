import { sql } from 'kysely'
import { byId } from '#contract/lists/by-id.ts'
import type { Tx } from '../../db/tables/tables.ts'
import { readOrders, type OrderRow } from '../order/change.ts'
import { refused } from '../../http/handlers.ts'

/** Orders of a person: all that were named, and those of them that are to be paid. */
interface Payable {
  orders: readonly OrderRow[]
  unpaid: readonly OrderRow[]
}

/** A person's orders that are paid or can be paid at `at` (Unix ms); or the refusal, where one is neither. */
export async function readPayable(
  tx: Tx,
  userId: string,
  named: readonly string[],
  at: number,
): Promise<Payable | ReturnType<typeof refused>> {
  const ids = [...new Set(named)]
  const orders: OrderRow[] = []
  const found = await readOrders(tx, sql`o.user_id = ${userId}::uuid and o.id = any(${ids}::text[])`)
  const orderOf = byId(found)
  for (const id of ids) {
    const order = orderOf.get(id)
    if (!order) return refused('orderGone', { id })
    // Past its time it only waits to be closed.
    const late = order.state === 'unpaid' && order.pay_by !== null && order.pay_by.getTime() <= at
    if (late || order.state === 'cancelled' || order.state === 'refunded') return refused('orderMoved', { id })
    orders.push(order)
  }
  return { orders, unpaid: orders.filter(({ state }) => state === 'unpaid') }
}
