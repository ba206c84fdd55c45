import { knownOr, type Open } from './open.ts'
import { orderStates, type OrderState } from './order-states.ts'

// Where a store's order is, exactly, as a table that the server obeys, the screens show and docs/order-stages.md draws.
// Apart from the schemas, so that a page can read it without carrying their library. An order's `state`
// (order-states.ts) says the same more coarsely, in the words that devices before 0.3 know.

export const orderStages = [...orderStates, 'partlyShipped', 'partlyReceived', 'disputed'] as const
export type OrderStage = (typeof orderStages)[number]

/** What can happen to an order, by whom: the text is the document's. */
export const orderEvents = {
  place: 'the buyer',
  pay: 'the buyer',
  cancel: 'the buyer',
  timeout: 'the clock, two hours after it was placed',
  shipPart: 'the store: a parcel, and more to come',
  ship: 'the store: the last of it',
  cancelRest: 'the buyer or the store: what has not been shipped',
  receivePart: 'the buyer: one parcel of several',
  receive: 'the buyer: all that was still under way',
  release: 'the clock, 14 days after the last parcel',
  dispute: 'the buyer: a problem with goods not received',
  resume: 'the end of the last such problem',
  assess: 'the buyer: a review',
  refund: 'the store or the operator: all of it',
  refundRest: 'the store or the operator: all that was not received',
} as const
export type OrderEvent = keyof typeof orderEvents

/** Back to where its parcels say that it is (order-parts.ts). */
export const BACK = 'back'

/** The table: where each event leads from each stage. What is not in it cannot happen. */
export const stageTable: Readonly<Record<OrderStage, Partial<Record<OrderEvent, OrderStage | typeof BACK>>>> = {
  onDevice: { place: 'unpaid' },
  unpaid: { pay: 'paid', cancel: 'cancelled', timeout: 'cancelled' },
  paid: { cancel: 'cancelled', shipPart: 'partlyShipped', ship: 'shipped', refund: 'refunded' },
  partlyShipped: {
    shipPart: 'partlyShipped',
    ship: BACK,
    cancelRest: BACK,
    receivePart: 'partlyShipped',
    dispute: 'disputed',
    refund: 'refunded',
    refundRest: 'received',
  },
  shipped: {
    receivePart: 'partlyReceived',
    receive: 'received',
    release: 'received',
    dispute: 'disputed',
    refund: 'refunded',
  },
  partlyReceived: {
    receivePart: 'partlyReceived',
    receive: 'received',
    release: 'received',
    dispute: 'disputed',
    refundRest: 'received',
  },
  disputed: { shipPart: 'disputed', ship: 'disputed', resume: BACK, refund: 'refunded', refundRest: 'received' },
  received: { assess: 'assessed' },
  assessed: {},
  cancelled: {},
  refunded: {},
}

/** Where an event leads; undefined when it cannot happen in that stage, or the stage is not known here. */
export const nextStage = (stage: Open<OrderStage>, event: OrderEvent): OrderStage | typeof BACK | undefined =>
  (stageTable as Partial<Record<string, (typeof stageTable)[OrderStage]>>)[stage]?.[event]

/** The stage of an order as it came: rows of an older server have a state alone. */
export const stageOf = (order: { state: Open<OrderState>; stage?: Open<OrderStage> | undefined }): Open<OrderStage> =>
  order.stage ?? order.state

/** Whether something of an order is still to come, or in question. */
export const canStill = (order: Parameters<typeof stageOf>[0], event: OrderEvent): boolean =>
  nextStage(stageOf(order), event) !== undefined

/** The state of a stage, in which `state` was the order's before: what older devices are told. */
export function stateOfStage(stage: OrderStage, whollyShipped: boolean): OrderState {
  const state = knownOr(orderStates, stage, undefined)
  if (state !== undefined) return state
  if (stage === 'partlyReceived') return 'shipped'
  return stage === 'disputed' && whollyShipped ? 'shipped' : 'paid'
}

/** So long after the last parcel what was shipped is paid out, unless something is said to be wrong (ms). */
export const RELEASE_AFTER = 14 * 86_400_000
/** A paid order leaves so long after its payment at the soonest (ms); `shipBy` says when, by what was promised then. */
export const SHIP_WITHIN = 24 * 3_600_000
/** By when a paid order is to leave (Unix ms); it is late from then on. */
export const shipsBy = (order: { paidAt: number; shipBy?: number | null | undefined }): number =>
  order.shipBy ?? order.paidAt + SHIP_WITHIN
