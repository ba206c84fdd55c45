/** A line longer than this is not read. */
export const LINE_BYTES_MAX = 1_000_000
/** So much of a line that is too long is kept in the rejects file. */
export const SHOWN_MAX = 2000

/**
 * What a line of a file holds: a record, or in words why it holds none. `text` is the line as it was, for the rejects
 * file.
 */
export type Line = { number: number; position: number; text: string } & (
  | { record: Record<string, unknown> }
  | { reason: string }
)

/** A line as text, or why it is none. */
export type TextLine = { number: number; position: number; text: string; reason?: string }
