import { amountText } from '#contract/rules/money.ts'
import { parseOrderNumber } from '#contract/rules/order-number.ts'
import { nextOrderState, orderStates, type CloseReason, type OrderState } from '#contract/rules/order-states.ts'
import { audit, byCommand, type Actor } from '../audit/audit.ts'
import type { Db } from '../db/tables.ts'
import { ownerTransaction } from '../feed/owner-feed.ts'
import { readOrder } from '../feed/order-change.ts'
import { moveOrder, type Move } from '../orders/moves.ts'
import { orderNumber, serialOf } from '../orders/order-number.ts'
import { OperatorError } from './answer.ts'

const LISTED = 100
const PARCEL_MAX = 500

/**
 * Moves an order, said by its number or its id, on in the shop's or the operator's name; done twice it says so and
 * changes nothing.
 */
async function move(db: Db, said: string | undefined, change: Move, done: OrderState, actor: Actor): Promise<string> {
  const number = parseOrderNumber(said ?? '')
  const found = await db
    .selectFrom('orders')
    .select(['id', 'user_id'])
    .where((eb) => (number ? eb('serial', '=', serialOf(number)) : eb('id', '=', said ?? '')))
    .executeTakeFirst()
  if (!found) throw new OperatorError(`There is no order ${said ?? 'without its number'}. “orders” lists them.`)
  return ownerTransaction(db, found.user_id, async (call) => {
    const order = await readOrder(call.tx, found.user_id, found.id)
    if (order?.state === done) return `Order ${said} is ${done} already.`
    if (!order || nextOrderState(order.state, change.event) === undefined)
      throw new OperatorError(`Order ${said} is ${order?.state ?? 'gone'}: it cannot be ${done}.`)
    await moveOrder(call, order, change)
    const { event, at: _at, ...more } = change
    await audit(call.tx, {
      ...actor,
      what: `order.${event}`,
      subject: `order:${found.id}`,
      before: { state: order.state },
      after: { state: done, ...more },
    })
    return `Order ${said} is ${done} (it was ${order.state}).`
  })
}

/** `ship <order> [parcel text]` */
export function ship(db: Db, [id, ...words]: readonly string[], now: number, actor: Actor): Promise<string> {
  const parcel = words.join(' ').trim()
  if (parcel.length > PARCEL_MAX || /\p{Cc}/u.test(parcel))
    throw new OperatorError(`The parcel's text is one line of at most ${PARCEL_MAX} characters.`)
  return move(db, id, { event: 'ship', at: now, parcel: parcel || null }, 'shipped', actor)
}

const refunders = ['operator', 'shop'] as const satisfies CloseReason[]

/** `refund <order> [operator|shop]` */
export function refund(
  db: Db,
  [id, by = 'operator', ...more]: readonly string[],
  now: number,
  actor: Actor = byCommand,
): Promise<string> {
  const reason = refunders.find((r) => r === by)
  if (!reason || more.length > 0) throw new OperatorError(`A refund's reason is ${refunders.join(' or ')}.`)
  return move(db, id, { event: 'refund', at: now, reason }, 'refunded', actor)
}

/** `orders [state]`: the latest, newest first. */
export async function listOrders(db: Db, [state, ...more]: readonly string[]): Promise<string> {
  const wanted = orderStates.find((s) => s === state)
  if (more.length > 0 || (state !== undefined && wanted === undefined))
    throw new OperatorError(`A state is one of ${orderStates.join(', ')}.`)
  const rows = await db
    .selectFrom('orders as o')
    .innerJoin('users as u', 'u.id', 'o.user_id')
    .innerJoin('stores as s', 's.id', 'o.store_id')
    .select([
      'o.id',
      'o.serial',
      'o.state',
      'o.reason',
      'o.total',
      'o.currency',
      'o.created_at',
      'o.po_number',
      'u.email',
      's.name',
    ])
    .$if(wanted !== undefined, (q) => q.where('o.state', '=', wanted!))
    .orderBy('o.created_at', 'desc')
    .orderBy('o.id')
    .limit(LISTED)
    .execute()
  if (rows.length === 0) return 'No orders.'
  return rows
    .map((o) =>
      [
        orderNumber(o.serial),
        o.id,
        o.reason === null ? o.state : `${o.state} (${o.reason})`,
        amountText(o.total, o.currency),
        o.created_at.toISOString(),
        o.email,
        o.name,
        ...(o.po_number === null ? [] : [`PO ${o.po_number}`]),
      ].join('  '),
    )
    .join('\n')
}
