import { clampNum, lineKey } from '#contract/cart/rules.ts'
import { MARKETS_OWN } from '#contract/currencies/exchange.ts'
import { isDone, leftToShip, ownParcels, stageByParcels } from '#contract/orders/parts.ts'
import { BACK, nextStage, stageOf, stateOfStage, type OrderEvent } from '#contract/orders/stages.ts'
import { orderRefOf } from '#contract/orders/schema.ts'
import type { Payload } from '#contract/registry.ts'
import type { CartLine, Order } from '#contract/sync/schema-rows.ts'
import type { GuessesFor } from './guess.ts'

/** The order after an event, if that can happen in its stage; otherwise the order as it is. */
export function movedOrder(row: Order | null, event: OrderEvent, change: Partial<Order>): Order | null {
  const next = row && nextStage(stageOf(row), event)
  if (!next) return row
  const order = { ...row, ...change }
  const stage = next === BACK ? stageByParcels(order) : next
  return { ...order, stage, state: stateOfStage(stage, leftToShip(order).length === 0) }
}

/** Cancels the pieces that have not been shipped: all of the order, or the rest. */
function cancelled(row: Order | null, at: number): Order | null {
  return row && nextStage(stageOf(row), 'cancelRest') !== undefined
    ? movedOrder(row, 'cancelRest', { short: true })
    : movedOrder(row, 'cancel', { reason: 'buyer', closedAt: at })
}

/** Parcels that were under way, as received: all of them, or one. */
const arrived = (row: Order | null, at: number, n?: number): Partial<Order> =>
  row?.parcels
    ? {
        parcels: row.parcels.map((one) =>
          one.receivedAt === null && one.replaces === null && (n === undefined || one.n === n)
            ? { ...one, receivedAt: at }
            : one,
        ),
      }
    : {}

/** One parcel has arrived; with the last of them the order has. */
function parcelArrived(row: Order | null, n: number, at: number): Order | null {
  if (!row?.parcels?.some((one) => one.n === n && one.receivedAt === null && one.replaces === null)) return row
  const change = arrived(row, at, n)
  const after = { ...row, ...change }
  const whole = leftToShip(after).length === 0 && ownParcels(after).every(isDone)
  return whole ? movedOrder(row, 'receive', { ...change, receivedAt: at }) : movedOrder(row, 'receivePart', change)
}

/** The common part of all payloads that place an order, older and newer. One that asks the store first has no sums. */
type Placing = Payload<'order.askAgreed'> & Partial<Payload<'order.submitAgreed'>>

/** The sum of the lines at the prices that the person saw (minor units). */
const seen = ({ lines }: Placing): number => lines.reduce((sum, l) => sum + l.price * l.num, 0)

/**
 * An order as it stands on this device before the server has it: at the prices seen, its texts still the catalogue's.
 */
const onDevice = (p: Placing, at: number): Order => ({
  id: orderRefOf(p.clientOrderId, p.shopId),
  groupId: p.clientOrderId,
  shopId: p.shopId,
  shopName: '',
  state: 'onDevice',
  reason: null,
  currency: p.currency,
  lines: p.lines.map((l) => ({ ...l, amount: l.price * l.num, title: {}, label: null, picture: null })),
  goods: p.goods ?? seen(p),
  shipping: p.shipping ?? 0,
  tax: p.tax ?? 0,
  total: p.total ?? seen(p),
  due: p.due === undefined ? null : { amount: p.due, currency: p.rate ? MARKETS_OWN : p.currency },
  ...(p.rate !== undefined && { rate: p.rate }),
  address: null,
  addressId: p.addressId,
  remark: p.remark,
  ...(p.notes !== undefined && { notes: p.notes }),
  ...(p.poNumber !== undefined && { poNumber: p.poNumber }),
  ...(p.total === undefined && { asked: true }),
  payBy: null,
  createdAt: at,
  paidAt: null,
  shippedAt: null,
  receivedAt: null,
  closedAt: null,
  parcel: null,
})

function placed(row: Order | CartLine | null, p: Placing, { key, at }: { key: string; at: number }) {
  if (key === orderRefOf(p.clientOrderId, p.shopId)) return row ?? onDevice(p, at)
  // The order's quantities are taken off the cart's lines; the lines themselves stay.
  const line = row as CartLine | null
  const taken = p.lines
    .filter((l) => lineKey({ ...l, shopId: p.shopId }) === `cartLines/${key}`)
    .reduce((sum, l) => sum + l.num, 0)
  return line && { ...line, num: clampNum(line.num, -taken, undefined) }
}

export const orderGuesses: GuessesFor<
  | 'order.place'
  | 'order.buy'
  | 'order.submit'
  | 'order.ask'
  | 'order.submitAgreed'
  | 'order.askAgreed'
  | 'order.cancel'
  | 'order.receive'
  | 'order.receiveParcel'
> = {
  'order.place': placed,
  'order.buy': placed,
  'order.submit': placed,
  'order.ask': placed,
  'order.submitAgreed': placed,
  'order.askAgreed': placed,
  'order.cancel': (row, _p, { at }) => cancelled(row as Order | null, at),
  'order.receive': (row, _p, { at }) => movedOrder(row, 'receive', { receivedAt: at, ...arrived(row, at) }),
  'order.receiveParcel': (row, p, { at }) => parcelArrived(row, p.parcel, at),
}
