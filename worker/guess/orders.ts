import { clampNum, lineKey } from '#contract/rules/cart.ts'
import { MARKET_CURRENCY } from '#contract/rules/exchange.ts'
import { nextOrderState, type OrderEvent } from '#contract/rules/order-states.ts'
import { orderIdOf } from '#contract/schema/orders.ts'
import type { Payload } from '#contract/registry.ts'
import type { CartLine, Order } from '#contract/schema/rows.ts'
import type { GuessesFor } from './guess.ts'

/** What happened to an order, if it can happen in its state; otherwise it stays as it is. */
function moved(row: Order | null, event: OrderEvent, change: Partial<Order>): Order | null {
  const state = row && nextOrderState(row.state, event)
  return state ? { ...row, ...change, state } : row
}

/** What older and newer ways of placing an order have in common; one that asks has no sums. */
type Placing = Payload<'order.askAgreed'> & Partial<Payload<'order.submitAgreed'>>

/** What its lines come to at the prices that were seen. */
const seen = ({ lines }: Placing): number => lines.reduce((sum, l) => sum + l.price * l.num, 0)

/**
 * An order as it stands on this device before the server has it: at the prices seen, its texts still the catalogue's.
 */
const onDevice = (p: Placing, at: number): Order => ({
  id: orderIdOf(p.clientOrderId, p.shopId),
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
  due: p.due === undefined ? null : { amount: p.due, currency: MARKET_CURRENCY },
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
  if (key === orderIdOf(p.clientOrderId, p.shopId)) return row ?? onDevice(p, at)
  // Its quantities are taken off the cart's lines, never the lines themselves.
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
> = {
  'order.place': placed,
  'order.buy': placed,
  'order.submit': placed,
  'order.ask': placed,
  'order.submitAgreed': placed,
  'order.askAgreed': placed,
  'order.cancel': (row, _p, { at }) => moved(row, 'cancel', { reason: 'buyer', closedAt: at }),
  'order.receive': (row, _p, { at }) => moved(row, 'receive', { receivedAt: at }),
}
