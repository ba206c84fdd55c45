import * as z from 'zod/mini'

/** A code of the second factor, of an account that has one. */
export const factor = z.optional(z.string().check(z.maxLength(40)))
