import type { Exceptions } from './house.ts'

/** What may be longer than the limits, and why. */
export const exceptions: Exceptions = {}
