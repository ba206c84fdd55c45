const names = new Set(['DatabaseClosedError', 'InvalidStateError', 'FenceError'])

/** Whether a database was closed under the work, or to it: by name, as IndexedDB, Dexie and the fence classify their own errors. */
export const isClosed = (error: unknown): boolean => error instanceof Error && names.has(error.name)
