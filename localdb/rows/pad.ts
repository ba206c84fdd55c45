import type { PadRow } from '#contract/pads/rows.ts'

/** The quick-order pad, as a row of the person's meta table. */
export interface PadMeta {
  /** Its rows, as they were typed. */
  pad: { key: 'pad'; rows: PadRow[] }
}
