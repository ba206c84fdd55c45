/** A line longer than this is not read. */
export const LINE_BYTES_MAX = 1_000_000
/** The most of an overlong line that the rejects file keeps (bytes). */
export const SHOWN_MAX = 2000

/** A line of a file: a record, or in words why it holds none. `text` is the original line, for the rejects file. */
export type Line = { number: number; position: number; text: string } & (
  | { record: Record<string, unknown> }
  | { reason: string }
)

/** A line as text, or why it is none. */
export type TextLine = { number: number; position: number; text: string; reason?: string }
