import type { BelowLeast } from '#contract/stores/least-order.ts'
import type { WhyNot } from '#contract/catalogue/orderable.ts'

/** The reason why a line cannot be ordered; `to` is the quantity of the line that would mend it. */
export type Hindrance =
  | { kind: 'refused'; why: WhyNot | { reason: 'variantGone'; params?: never } }
  | { kind: 'short'; stock: number; to: number | undefined }
  | { kind: 'minimum' | 'multiple'; goal: number; missing: number; to: number | undefined }
  | { kind: 'tooMany'; max: number }
  /** The order is below its store's least; an amount is of the store's currency. */
  | ({ kind: 'storeLeast'; currency: string } & BelowLeast)
  /** The store does not ship to where it is to go, by the country's code. */
  | { kind: 'notThere'; country: string }
  /** Price, shipping or taxes are not on this device. */
  | { kind: 'unknown' }
  /** An earlier order of the same line may have gone through. */
  | { kind: 'checking' }
