const names = new Set(['DatabaseClosedError', 'InvalidStateError', 'FenceError', 'NewerDatabase'])

/**
 * Whether a database was closed under the work, or to it: by name, as IndexedDB, Dexie, the fence and the opening
 * classify their own errors.
 */
export const isClosed = (error: unknown): boolean => error instanceof Error && names.has(error.name)

/**
 * Whether storage was taken away under an opening or a transaction of ours, which did not happen then: IndexedDB aborts
 * what was under way.
 */
const isTakenAway = (error: unknown): boolean =>
  isClosed(error) || (error instanceof Error && error.name === 'AbortError' && !isQuota(error))

/**
 * Does what only opens and reads; once more should storage be taken away under it: what is there now is another, or
 * empty.
 */
export const orAgain = <T>(work: () => Promise<T>): Promise<T> =>
  work().catch((error: unknown) => (isTakenAway(error) ? work() : Promise.reject(error)))

/**
 * A full disk, by the name IndexedDB gives it; Dexie's AbortError carries it inside, its BulkError among its failures.
 */
export function isQuota(error: unknown): boolean {
  const { inner, failures } = (error ?? {}) as { inner?: Error; failures?: Error[] }
  return [error as Error | undefined, inner, ...(failures ?? [])].some((e) => e?.name === 'QuotaExceededError')
}
