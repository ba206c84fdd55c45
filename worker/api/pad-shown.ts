import type { Texts } from '#contract/text/locales.ts'
import type { LineRef } from '#contract/cart/rules.ts'
import type { PadFault } from '#contract/pads/rules.ts'

/** A row of the pad as it is shown: what it names, and what it costs (minor units) or what is wrong with it. */
export type PadShown =
  | { state: 'empty' }
  | { state: 'away' }
  | (PadNamed & { state: 'wrong'; fault: PadFault })
  | PadReady
/** The product that a row names, with its texts in all languages. */
interface PadNamed {
  /** The product. */ id: number | undefined
  title: Texts | undefined
  label: Texts | undefined
}
/** A row that can go into the cart. */
export interface PadReady extends Omit<PadNamed, 'id'>, LineRef {
  state: 'ready'
  num: number
  price: number
  amount: number
  currency: string
}
/**
 * The rows of a pad, checked: `missing` are codes of which this device knows nothing, `lacking` the products whose
 * choices it does not have.
 */
export interface PadChecked {
  lines: PadShown[]
  missing: string[]
  lacking: number[]
}
