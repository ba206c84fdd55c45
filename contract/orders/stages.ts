import { knownOr, type Open } from '../wire/open.ts'
import { orderStates, type OrderState } from './states.ts'

// Where a store's order is, exactly, as a table that the server obeys, the screens show and docs/order-stages.md draws.
// Apart from the schemas, so that a page can read it without carrying their library. An order's `state`
// (states.ts) says the same more coarsely, in the words that devices before 0.3 know.

export const orderStages = [...orderStates, 'partlyShipped', 'partlyReceived', 'disputed'] as const
export type OrderStage = (typeof orderStages)[number]

/** The events that can happen to an order, and who causes each: docs/order-stages.md shows these texts. */
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

/** Leads back to the stage that its parcels determine (parts.ts). */
export const BACK = 'back'

/** The table: where each event leads from each stage. An event that is not in it cannot happen. */
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

/** Whether an event can still happen to an order. */
export const canStill = (order: Parameters<typeof stageOf>[0], event: OrderEvent): boolean =>
  nextStage(stageOf(order), event) !== undefined

/** The state that stands for a stage on older devices. */
export function stateOfStage(stage: OrderStage, whollyShipped: boolean): OrderState {
  const state = knownOr(orderStates, stage, undefined)
  if (state !== undefined) return state
  if (stage === 'partlyReceived') return 'shipped'
  return stage === 'disputed' && whollyShipped ? 'shipped' : 'paid'
}

/** The time after the last parcel until shipped goods are paid out, unless a problem is reported (ms). */
export const RELEASE_AFTER = 14 * 86_400_000
/**
 * The shortest time that a paid order has to leave, from its payment (ms); `shipBy` states the time that was promised
 * then.
 */
export const SHIP_WITHIN = 24 * 3_600_000
/** The time by which a paid order is to leave (Unix ms); it is late from then on. */
export const shipsBy = (order: { paidAt: number; shipBy?: number | null | undefined }): number =>
  order.shipBy ?? order.paidAt + SHIP_WITHIN
