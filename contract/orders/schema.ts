import * as z from 'zod/mini'
import { Id, IdOrNone } from '../wire/schema-id.ts'
import { RateSchema } from '../currencies/schema-money.ts'
import { LINE_MAX, LINE_NOTES_MAX, ORDER_LINES_MAX, PO_NUMBER_MAX } from '../wire/limits.ts'
import { lineKey } from '../cart/rules.ts'
import { mutation } from '../wire/mutation.ts'
import { CONFIRM_WITHIN, UNDO_WITHIN } from './states.ts'
import { addressRef } from '../addresses/schema.ts'

const amount = z.int().check(z.nonnegative())
export const orderId = z.string().check(z.regex(/^[0-9a-f-]{36}:\d{1,10}$/))

/**
 * The id of one store's order under a checkout: the device can derive it, so that it shows the row before the server
 * has it.
 */
export const orderRefOf = (clientOrderId: string, shopId: number): string => `${clientOrderId}:${shopId}`
const orderKey = (id: string): `orders/${string}` => `orders/${id}`

const asking = z.object({
  clientOrderId: z.uuid(),
  shopId: Id,
  addressId: z.uuid(),
  currency: z.string().check(z.maxLength(5)),
  lines: z
    .array(
      z.object({ id: Id, variantId: IdOrNone, num: z.int().check(z.minimum(1), z.maximum(LINE_MAX)), price: amount }),
    )
    .check(z.minLength(1), z.maxLength(ORDER_LINES_MAX)),
  remark: z.string().check(z.maxLength(500)),
})
const placing = z.extend(asking, { goods: amount, shipping: amount, tax: amount, total: amount })
type Placing = z.infer<typeof asking>

/**
 * The fields of an order that a buyer may write besides its remark: notes on lines (line-notes.ts), their own
 * number.
 */
const written = {
  notes: z.optional(z.string().check(z.maxLength(LINE_NOTES_MAX))),
  poNumber: z.optional(z.string().check(z.maxLength(PO_NUMBER_MAX))),
}

/** The common part of all mutations that place an order. */
const placed = {
  tables: ['orders', 'cartLines'] as const,
  guest: false,
  sealed: { within: undefined, fields: ['remark', 'notes', 'poNumber'] },
  confirmWithin: CONFIRM_WITHIN,
  kept: true as const,
  lanes: (p: Placing) => [`order:${orderRefOf(p.clientOrderId, p.shopId)}`],
  keys: (p: Placing) => [
    orderKey(orderRefOf(p.clientOrderId, p.shopId)),
    ...p.lines.map((l) => lineKey({ ...l, shopId: p.shopId })),
  ],
  after: (p: Placing) => [addressRef(p.addressId), ...p.lines.map((l) => lineKey({ ...l, shopId: p.shopId }))],
}

/**
 * Places one store's part of a checkout; the parts of one checkout share `clientOrderId` and are recorded
 * together. The prices and the total are what the person saw: the server charges less if prices fell, and
 * asks if they rose or stock is short. Its quantities are taken off the cart, never the lines themselves.
 */
export const orderPlace = mutation({ ...placed, path: '/api/order/place', payload: placing })

/**
 * The same with what the person saw of its payment: the rate of its currency (null for the market's own) and what is to
 * be paid, in the market's currency. A rate that moved against the buyer by more than one in a hundred is asked about;
 * within that the rate that was seen holds.
 */
export const orderBuy = mutation({
  ...placed,
  path: '/api/order/buy',
  payload: z.extend(placing, { rate: z.nullable(RateSchema), due: amount }),
})

/** The same with notes on its lines and the buyer's own number of the order. */
export const orderSubmit = mutation({
  ...placed,
  path: '/api/order/submit',
  payload: z.extend(placing, { rate: z.nullable(RateSchema), due: amount, ...written }),
})

/**
 * Asks what an order of these lines costs, where a price is not on the device. It is answered by a question with its
 * price, or refused, and never becomes an order: a buyer who agrees places it by `order.submit`. Each `price` is what
 * the person last saw of that line, which binds nobody.
 */
export const orderAsk = mutation({
  ...placed,
  path: '/api/order/ask',
  payload: z.extend(asking, written),
})

/** Lines, some of which have the price that was agreed in a quote. */
const agreed = {
  lines: z
    .array(
      z.object({
        id: Id,
        variantId: IdOrNone,
        num: z.int().check(z.minimum(1), z.maximum(LINE_MAX)),
        price: amount,
        quote: z.optional(z.uuid()),
      }),
    )
    .check(z.minLength(1), z.maxLength(ORDER_LINES_MAX)),
}

/**
 * Places an order with agreed prices: lines name their quotes. Where one of these does not hold any more, the prices
 * are today's, and more than was seen is asked about.
 */
export const orderSubmitAgreed = mutation({
  ...placed,
  path: '/api/order/submitAgreed',
  payload: z.extend(placing, { ...agreed, rate: z.nullable(RateSchema), due: amount, ...written }),
})

/** Asks, as `order.ask` does, what an order costs in which some lines have an agreed price. */
export const orderAskAgreed = mutation({
  ...placed,
  path: '/api/order/askAgreed',
  payload: z.extend(asking, { ...agreed, ...written }),
})

/** Cancels an order that has not been shipped; a paid one is paid back. */
export const orderCancel = mutation({
  path: '/api/order/cancel',
  tables: ['orders'],
  payload: z.object({ id: orderId }),
  guest: false,
  undoWithin: UNDO_WITHIN,
  kept: true,
  lanes: (p) => [`order:${p.id}`],
  keys: (p) => [orderKey(p.id)],
})

/** Says that the goods have arrived: the shop gets its money. */
export const orderReceive = mutation({
  path: '/api/order/receive',
  tables: ['orders'],
  payload: z.object({ id: orderId }),
  guest: false,
  kept: true,
  lanes: (p) => [`order:${p.id}`],
  keys: (p) => [orderKey(p.id)],
})
