import { amountText } from '#contract/currencies/money.ts'
import { parseOrderNumber } from '#contract/orders/number.ts'
import { TRACKING_MAX, type LinePart } from '#contract/orders/parts.ts'
import { refundEvent } from '#contract/reports/refunds.ts'
import { nextStage } from '#contract/orders/stages.ts'
import { orderStates, type CloseReason } from '#contract/orders/states.ts'
import { audit, byCommand, type Actor } from '../../audit/audit.ts'
import type { Db } from '../../db/tables/tables.ts'
import { readOrder, type OrderRow } from '../order/change.ts'
import { ownerTransaction, type OwnerCall } from '../../feed/owner-feed.ts'
import { tellStore } from '../../messages/tell-store.ts'
import { moveOrder } from './moves.ts'
import { orderNumber, serialOf } from '../order/number.ts'
import { shipParcel } from './ship.ts'
import { saleNotice } from '../order/tell.ts'
import { OperatorError } from '../../operator/answer.ts'

const LISTED = 100

const noOrder = (named: string): OperatorError =>
  new OperatorError(`There is no order ${named || 'without its number'}. “orders” lists them.`, { reason: 'orderGone' })

/** The id of the order of a number or an id. @throws OperatorError */
export async function orderIdOf(db: Db, named: string): Promise<string> {
  const number = parseOrderNumber(named)
  const found = await db
    .selectFrom('orders')
    .select('id')
    .where((eb) => (number ? eb('serial', '=', serialOf(number)) : eb('id', '=', named)))
    .executeTakeFirst()
  if (!found) throw noOrder(named)
  return found.id
}

/** Does something with the order of an id, in a transaction of its buyer's. @throws OperatorError */
export async function onOrder<T>(
  db: Db,
  id: string,
  work: (call: OwnerCall, order: OrderRow) => Promise<T>,
): Promise<T> {
  const found = await db.selectFrom('orders').select('user_id').where('id', '=', id).executeTakeFirst()
  if (!found) throw noOrder(id)
  return ownerTransaction(db, found.user_id, async (call) => {
    const order = await readOrder(call.tx, found.user_id, id)
    if (!order) throw noOrder(id)
    return work(call, order)
  })
}

/** Writes down what was done to an order, at the end of its transaction. */
export const auditOrder = (
  { tx }: OwnerCall,
  actor: Actor,
  what: string,
  before: OrderRow,
  after: OrderRow,
  more: object = {},
): Promise<void> => {
  const audited = ({ state, stage, held, refunded }: OrderRow) => ({ state, stage, held, refunded })
  return audit(tx, {
    ...actor,
    ...{
      what: `order.${what}`,
      subject: `order:${before.id}`,
      before: audited(before),
      after: { ...audited(after), ...more },
    },
  })
}

/** Pieces of an order as they are typed: `product[:choice]=pieces`, with commas between. */
function partsOf(text: string): LinePart[] {
  return text.split(',').map((part) => {
    const [, id, variantId, num] = /^(\d{1,9})(?::(\d{1,9}))?=(\d{1,6})$/.exec(part.trim()) ?? []
    if (!id) throw new OperatorError(`“${part}” is no line: product[:choice]=pieces, such as 12=5 or 12:3=5.`)
    return { id: Number(id), variantId: Number(variantId ?? 0), num: Number(num) }
  })
}

/** `ship <order> [--lines product[:choice]=pieces,…] [--carrier name] [parcel text]` */
export async function ship(
  db: Db,
  [named = '', ...words]: readonly string[],
  now: number,
  actor: Actor = byCommand,
): Promise<string> {
  const { lines, carrier, rest } = shippedAs(words)
  const tracking = rest.join(' ').trim()
  if (tracking.length > TRACKING_MAX || /\p{Cc}/u.test(tracking))
    throw new OperatorError(`The parcel's text is one line of at most ${TRACKING_MAX} characters.`)
  return onOrder(db, await orderIdOf(db, named), async (call, order) => {
    if (order.stage === 'shipped' && lines === undefined) return `Order ${named} is shipped already.`
    const sending = { orderId: order.id, carrier, tracking, at: now, ...(lines !== undefined && { lines }) }
    const sent = await shipParcel(call, sending)
    if ('refusal' in sent && sent.refusal.reason === 'invalid')
      throw new OperatorError(`The ${sent.refusal.params?.['path']} do not fit what is left of order ${named}.`)
    if ('refusal' in sent) throw new OperatorError(`Order ${named} is ${order.stage}: it cannot be shipped.`)
    await auditOrder(call, actor, 'ship', order, sent.order, { parcel: sent.order.parcel })
    return `Order ${named} is ${sent.order.stage} (it was ${order.stage}).`
  })
}

/** The options of `ship`, and the words that are left. */
function shippedAs(words: readonly string[]): { lines?: LinePart[]; carrier: string; rest: string[] } {
  const rest = [...words]
  const option = (name: string): string | undefined => {
    const at = rest.indexOf(name)
    return at < 0 ? undefined : rest.splice(at, 2)[1]
  }
  const lines = option('--lines')
  const carrier = option('--carrier') ?? ''
  return { ...(lines !== undefined && { lines: partsOf(lines) }), carrier, rest }
}

/** Longest reason that both sides read. */
const WORDS_MAX = 500

interface Refund {
  /** Its id. */
  order: string
  by?: Extract<CloseReason, 'operator' | 'shop'>
  words?: string | undefined
}

/**
 * Pays back all that was not received of an order; does nothing to one that is paid back already.
 *
 * @throws OperatorError When there is no such order, or its stage allows no refund.
 */
export const refundOrder = (
  db: Db,
  { order: id, by = 'operator', words = '' }: Refund,
  now: number,
  actor: Actor,
): Promise<{ before: OrderRow; after: OrderRow }> =>
  onOrder(db, id, async (call, before) => {
    if (before.stage === 'refunded') return { before, after: before }
    const event = refundEvent(before)
    if (nextStage(before.stage, event) === undefined)
      throw new OperatorError(`The order is ${before.stage}: it cannot be refunded.`, { reason: 'orderMoved' })
    const after = await moveOrder(call, before, { event, at: now, reason: by, words })
    if (by === 'operator' && before.state !== 'unpaid')
      await tellStore(call.tx, before.store_id, {
        ...saleNotice(before, 'storeRefunded', now),
        ...(words !== '' && { body: { en: words } }),
      })
    await auditOrder(call, actor, 'refund', before, after, { reason: by, ...(words !== '' && { words }) })
    return { before, after }
  })

const refunders = ['operator', 'shop'] as const

/** `refund <order> [operator|shop [reason]]` */
export async function refund(
  db: Db,
  [order = '', by = 'operator', ...typed]: readonly string[],
  now: number,
  actor: Actor = byCommand,
): Promise<string> {
  const reason = refunders.find((r) => r === by)
  const words = typed.join(' ').trim()
  if (!reason) throw new OperatorError(`A refund's reason is ${refunders.join(' or ')}.`)
  if (words.length > WORDS_MAX) throw new OperatorError(`Why has ${WORDS_MAX} characters at most.`)
  const id = await orderIdOf(db, order)
  const { before, after } = await refundOrder(db, { order: id, by: reason, words }, now, actor)
  if (before === after) return `Order ${order} is refunded already.`
  return `Order ${order} is ${after.stage} (it was ${before.stage}).`
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
