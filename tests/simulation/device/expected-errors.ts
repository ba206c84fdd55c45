// The errors that storage faults and process deaths cause in the product's code: a database closed under it, a
// transaction aborted, a full disk, a lease or a fence lost. Anything else that is thrown is a bug.

const names = new Set([
  'AbortError',
  'DatabaseClosedError',
  'InvalidStateError',
  'QuotaExceededError',
  'FenceError',
  'LeaseLost',
  'OpenFailedError',
  'UnknownError',
  'NewerDatabase',
])

/** Whether an error is one that the faults of a history cause. */
export function expected(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (names.has(error.name)) return true
  return (error as { failures?: unknown[] }).failures?.every(expected) ?? false
}
