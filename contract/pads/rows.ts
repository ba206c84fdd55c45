/** The quick-order pad keeps so many rows at most. */
export const PAD_ROWS_MAX = 10_000

/** A row as it was typed. */
export interface PadRow {
  code: string
  quantity: string
}

/** Whether nothing was typed into a row. */
export const isEmptyRow = ({ code, quantity }: PadRow): boolean => code.trim() === '' && quantity.trim() === ''

/** Rows after those that are there, without empty ones, as long as there is room: `left` had none. */
export function withRows(before: readonly PadRow[], more: readonly PadRow[]): { rows: PadRow[]; left: number } {
  const all = [...before, ...more].filter((row) => !isEmptyRow(row))
  return { rows: all.slice(0, PAD_ROWS_MAX), left: Math.max(0, all.length - PAD_ROWS_MAX) }
}
