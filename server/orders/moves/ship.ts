import { CARRIER_MAX, leftToShip, PARCELS_MAX, TRACKING_MAX, type LinePart } from '#contract/orders/parts.ts'
import { nextStage } from '#contract/orders/stages.ts'
import type { OwnRefusal } from '#contract/wire/schema-refusals.ts'
import { readOrders, type OrderRow } from '../order/change.ts'
import type { OwnerCall } from '../../feed/owner-feed.ts'
import { moveOrder } from './moves.ts'
import { sql } from 'kysely'

/** The result of moving an order: the order as it now is, or why it was not moved. */
export type MovedOrder = { order: OrderRow } | { refusal: OwnRefusal }

/** A parcel that a store sends. */
export interface ParcelToSend {
  orderId: string
  /** Absent: all that has not been shipped. */
  lines?: readonly LinePart[]
  carrier: string
  tracking: string
  /** Unix ms. */
  at: number
  /** The member of the store, if it is one. */
  by?: string
}

/**
 * Sends a parcel of an order, in a transaction of its buyer's (server/feed/owner-feed.ts); or says why not, and then
 * has changed nothing. The caller has checked the right to act for the order's store.
 */
export async function shipParcel(call: OwnerCall, p: ParcelToSend): Promise<MovedOrder> {
  const [order] = await readOrders(call.tx, sql`o.id = ${p.orderId}::text`)
  if (!order) return refusalFor('orderGone')
  const left = leftToShip(order)
  const lines = p.lines ? joined(p.lines) : left
  const more = left.some((line) => line.num > numOf(lines, line))
  const event = more ? 'shipPart' : 'ship'
  if (left.length === 0 || nextStage(order.stage, event) === undefined) return refusalFor('orderMoved')
  const fits = lines.length > 0 && lines.every((line) => line.num > 0 && line.num <= numOf(left, line))
  if (!fits) return refusalFor('invalid', 'lines')
  if (order.parcels.length >= PARCELS_MAX) return refusalFor('invalid', 'parcels')
  const [carrier, tracking] = [p.carrier.trim(), p.tracking.trim()]
  if (carrier.length > CARRIER_MAX) return refusalFor('invalid', 'carrier')
  if (tracking.length > TRACKING_MAX) return refusalFor('invalid', 'tracking')
  const shipment = { lines, carrier, tracking, ...(p.by !== undefined && { by: p.by }) }
  return { order: await moveOrder(call, order, { event, at: p.at, shipment }) }
}

/** A refusal; `path` names what does not fit. */
export const refusalFor = (reason: OwnRefusal['reason'], path?: string): { refusal: OwnRefusal } => ({
  refusal: path === undefined ? { reason } : { reason, params: { path } },
})

const numOf = (parts: readonly LinePart[], { id, variantId }: Omit<LinePart, 'num'>): number =>
  parts.find((part) => part.id === id && part.variantId === variantId)?.num ?? 0

/** Each line once. */
function joined(parts: readonly LinePart[]): LinePart[] {
  const byKey = new Map<string, LinePart>()
  for (const { id, variantId, num } of parts) {
    const key = `${id}:${variantId}`
    byKey.set(key, { id, variantId, num: num + (byKey.get(key)?.num ?? 0) })
  }
  return [...byKey.values()]
}
