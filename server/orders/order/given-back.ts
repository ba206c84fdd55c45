import type { LinePart } from '#contract/orders/parts.ts'
import type { RefundReason } from '#contract/reports/refunds.ts'

/** An amount given back of an order, and why (`at` in Unix ms). */
export interface GivenBack {
  amount: number
  /** The coins of that (units). */
  units: bigint
  /** The pieces of the order that it is for. */
  lines: readonly LinePart[]
  why: RefundReason
  at: number
  report?: string
  /** The member of the store who gave it. */
  by?: string | undefined
  /** The parcel of which the store gave it by itself, and why. */
  parcel?: number
  words?: string | undefined
}
