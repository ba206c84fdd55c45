import type { Asset } from '#contract/coins/assets.ts'
import type { PaperRate } from '#contract/invoices/paper.ts'
import type { LinePart } from '#contract/orders/parts.ts'
import type { OrderEvent } from '#contract/orders/stages.ts'
import type { CloseReason } from '#contract/orders/states.ts'

/** How goods leave; without lines all that has not been shipped. */
export interface Shipment {
  lines?: readonly LinePart[]
  carrier: string
  tracking: string
  /** The member of the store who sends it. */
  by?: string
}
/** An event of an order, when it happened (Unix ms), and the facts to record with it. */
export interface OrderMove {
  event: Exclude<OrderEvent, 'place'>
  at: number
  /** The coins that its buyer pays with (units), and their rate, where it is known. */
  paid?: { asset: Asset; units: bigint; rate?: PaperRate | undefined }
  reason?: CloseReason
  shipment?: Shipment
  /** The member of the store who gives something back. */
  by?: string
  /** Why, in words that the buyer reads. */
  words?: string
  /** The parcel that was received. */
  parcel?: number
}
