import * as z from 'zod/mini'
import { lineKey } from './rules.ts'
import { Id, IdOrNone } from '../wire/schema-id.ts'
import { CART_LINES_MAX, LINE_MAX } from '../wire/limits.ts'
import { mutation } from '../wire/mutation.ts'

const id = Id
const num = z.int().check(z.minimum(0), z.maximum(LINE_MAX))
const line = { id, shopId: id, variantId: IdOrNone }

const lanes = (): string[] => ['cart']

/** Adds pieces to a line, making it if there is none (spec §4): `+num` commutes. `price` is the unit price seen. */
export const cartAdd = mutation({
  path: '/api/cart/add',
  tables: ['cartLines'],
  payload: z.object({
    ...line,
    num: z.int().check(z.minimum(1), z.maximum(LINE_MAX)),
    price: z.int().check(z.nonnegative()),
    currency: z.string().check(z.maxLength(5)),
  }),
  guest: true,
  lanes,
  keys: (p) => [lineKey(p)],
  coalesce: (earlier, later) => ({ ...earlier, num: Math.min(LINE_MAX, earlier.num + later.num) }),
})

/**
 * Sets a line's quantity from what the person saw to what they want; 0 removes it. The server adds the difference, so
 * what another device added meanwhile survives.
 */
export const cartSet = mutation({
  path: '/api/cart/set',
  tables: ['cartLines'],
  payload: z.object({ ...line, from: num, to: num }),
  guest: true,
  lanes,
  keys: (p) => [lineKey(p)],
  coalesce: (earlier, later) => (earlier.from === later.to ? 'cancel' : { ...earlier, to: later.to }),
})

/** Ticks or unticks a line for the next order: a register. */
export const cartTick = mutation({
  path: '/api/cart/tick',
  tables: ['cartLines'],
  payload: z.object({ ...line, on: z.boolean() }),
  guest: true,
  lanes,
  keys: (p) => [lineKey(p)],
  coalesce: (_earlier, later, base: { ticked: boolean } | undefined) => (base?.ticked === later.on ? 'cancel' : later),
})

/**
 * Puts a line aside for later, or back into the cart: a register. What is aside is not ticked, and what comes back is,
 * so that a device that does not know the word leaves it out of its sums, too.
 */
export const cartLater = mutation({
  path: '/api/cart/later',
  tables: ['cartLines'],
  payload: z.object({ ...line, on: z.boolean() }),
  guest: true,
  lanes,
  keys: (p) => [lineKey(p)],
  coalesce: (_earlier, later) => later,
})

/** Empties the cart of the pieces that the person saw, line by line; what was added elsewhere meanwhile stays. */
export const cartClear = mutation({
  path: '/api/cart/clear',
  tables: ['cartLines'],
  payload: z.object({ lines: z.array(z.object({ ...line, num })).check(z.minLength(1), z.maxLength(CART_LINES_MAX)) }),
  bytesMax: 50_000,
  guest: true,
  lanes,
  keys: (p) => p.lines.map(lineKey),
})
