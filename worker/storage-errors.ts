const names = new Set(['DatabaseClosedError', 'InvalidStateError', 'FenceError'])

/** Whether a database was closed under the work, or to it: by name, as IndexedDB, Dexie and the fence classify their own errors. */
export const isClosed = (error: unknown): boolean => error instanceof Error && names.has(error.name)

/** A full disk, by the name IndexedDB gives it; Dexie's AbortError carries it inside, its BulkError among its failures. */
export function isQuota(error: unknown): boolean {
  const { inner, failures } = (error ?? {}) as { inner?: Error; failures?: Error[] }
  return [error as Error | undefined, inner, ...(failures ?? [])].some((e) => e?.name === 'QuotaExceededError')
}
