import { deferred } from '#contract/deferred.ts'

const { promise, resolve } = deferred<void>()

/**
 * Resolves once this device has what makes it work: at once where somebody has been here before, and on a first visit
 * after the worker and the service worker have come. What can only show what the device already has waits for it.
 */
export const settledIn: Promise<void> = promise
/** Says that it has. */
export const nowSettledIn = resolve
