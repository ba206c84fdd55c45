// The kinds of PostgreSQL's errors, by their SQLSTATE; the same on PGlite.

/** Serialization failure, deadlock. */
const retryable = new Set(['40001', '40P01'])

/** Out of range, no date or time, bytes that are no text, a character the database cannot hold. */
const unstorable = new Set(['22003', '22007', '22008', '22009', '22021', '22P05'])

const hasState = (error: unknown, states: ReadonlySet<string>): boolean =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && states.has(error.code)

/** A transaction met another one: the same may simply be run again. */
export const isRetryable = (error: unknown): boolean => hasState(error, retryable)

/** The caller sent a value that no column can hold: it will not fit the next time either. */
export const isUnstorable = (error: unknown): boolean => hasState(error, unstorable)
