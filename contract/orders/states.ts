import { knownOr, type Open } from '../wire/open.ts'

// The life of a store's order in few words, which every device knows and lists go by; stages.ts has all of
// it. Apart from schema.ts, so that a page can read it without carrying the schemas' library.
//
//   onDevice ─▶ unpaid ─▶ paid ─▶ shipped ─▶ received ─▶ assessed
//                 │         │        │
//                 ▼         ▼        ▼
//              cancelled  cancelled  refunded   (always with a reason)

/** `onDevice` is said by a device alone: saved there, not placed yet. */
export const orderStates = [
  'onDevice',
  'unpaid',
  'paid',
  'shipped',
  'received',
  'assessed',
  'cancelled',
  'refunded',
] as const
export type OrderState = (typeof orderStates)[number]

/** Why an order is closed; equal to the text's key `orders.closed.<reason>`. */
export const closeReasons = ['buyer', 'timeout', 'shop', 'operator'] as const
export type CloseReason = (typeof closeReasons)[number]

/** The lists of the orders screen (spec §2), and which states each holds; `null`: every one. */
export const orderTabs = {
  all: null,
  onDevice: ['onDevice'],
  unpaid: ['unpaid'],
  paid: ['paid'],
  shipped: ['shipped'],
  received: ['received', 'assessed'],
  assess: ['received'],
  closed: ['cancelled'],
  refund: ['refunded'],
} as const satisfies Record<string, readonly OrderState[] | null>
export type OrderTab = keyof typeof orderTabs

const open: readonly OrderState[] = ['onDevice', 'unpaid', 'paid', 'shipped']
/** Whether something of an order is still to come. */
export const isOpenOrder = (state: Open<OrderState>): boolean => knownOr(open, state, undefined) !== undefined

const paid = ['paid', 'shipped', 'received', 'assessed'] as const satisfies readonly OrderState[]
/** The state of an order that was paid and not given back; undefined for every other one. */
export const paidState = (state: Open<OrderState>): (typeof paid)[number] | undefined => knownOr(paid, state, undefined)

/** The parts of an order that decide in which lists it stands. */
interface Listed {
  state: Open<OrderState>
  reports?: readonly unknown[] | undefined
  refunds?: readonly unknown[] | undefined
}

/**
 * Whether a list of the orders screen holds an order; those of an unknown state stand in `all` alone. After sales
 * (`refund`) are also those with a problem, and those of which a part was given back.
 */
export const inTab = (tab: OrderTab, { state, reports = [], refunds = [] }: Listed): boolean => {
  const states: readonly OrderState[] | null = orderTabs[tab]
  if (tab === 'refund' && reports.length + refunds.length > 0) return true
  return states === null || knownOr(states, state, undefined) !== undefined
}

/** An unpaid order keeps its stock reserved for so long (ms). */
export const PAY_WITHIN = 2 * 3_600_000
/** A cancellation waits on the device for so long, so that it can be taken back (ms). */
export const UNDO_WITHIN = 10_000
/** An order that waits on the device is placed without asking again for so long (ms). */
export const CONFIRM_WITHIN = 24 * 3_600_000
