import { isTakenAway } from '#localdb/storage-errors.ts'

/**
 * Does what only opens and reads; once more should storage be taken away under it: what is there now is another, or
 * empty.
 */
export const orAgain = <T>(work: () => Promise<T>): Promise<T> =>
  work().catch((error: unknown) => (isTakenAway(error) ? work() : Promise.reject(error)))
