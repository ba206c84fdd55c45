/** The names by which IndexedDB, Dexie, the fence and the opening say that a database was closed. */
const CLOSED = new Set(['DatabaseClosedError', 'InvalidStateError', 'FenceError', 'NewerDatabase'])

type Named = { name?: string; inner?: Named; failures?: Named[] } | null | undefined
/** The name of an error, and of the one that Dexie says it inside of. */
const namesOf = (error: unknown): (string | undefined)[] => [(error as Named)?.name, (error as Named)?.inner?.name]

/** Whether a database was closed under the work, or to it: by name, never by its text (law 11). */
export const isClosed = (error: unknown): boolean => namesOf(error).some((name) => CLOSED.has(name ?? ''))

/**
 * Whether storage was taken away under an opening, a query or a transaction of ours, which did not happen then:
 * IndexedDB aborts what was under way.
 */
export const isTakenAway = (error: unknown): boolean =>
  isClosed(error) || (namesOf(error).includes('AbortError') && !isQuota(error))

/**
 * A full disk, by the name IndexedDB gives it; Dexie's AbortError carries it inside, its BulkError among its failures.
 */
export function isQuota(error: unknown): boolean {
  const { name, inner, failures } = (error as Named) ?? {}
  return [name, inner?.name, ...(failures ?? []).map((failure) => failure?.name)].includes('QuotaExceededError')
}
