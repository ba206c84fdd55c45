import * as z from 'zod/mini'

const MAX = z.maximum(2_147_483_647)

/**
 * A number that names a row of the market: as large as the database's ids can be, so that any id that fits its schema
 * can be looked for.
 */
export const Id = z.int().check(z.positive(), MAX)

/** An id, or 0 for none. */
export const IdOrNone = z.int().check(z.nonnegative(), MAX)
