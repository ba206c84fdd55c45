import * as z from 'zod/mini'
import { lineKey } from '../cart/rules.ts'
import { LINE_MAX } from '../wire/limits.ts'
import { DRAWN_GOODS_MAX, QUOTE_LINES_MAX, QUOTE_NOTE_MAX, QUOTE_ROUNDS_MAX, quoteKey } from './rules.ts'
import { mutation } from '../wire/mutation.ts'
import { Id, IdOrNone } from '../wire/schema-id.ts'

const price = z.int().check(z.positive())
const pieces = { variantId: IdOrNone, num: z.int().check(z.minimum(1), z.maximum(LINE_MAX)) }
const lines = z.array(z.object(pieces)).check(z.minLength(1), z.maxLength(QUOTE_LINES_MAX))
/** How many rounds the person saw, so that a later round is never answered unseen. */
const round = z.int().check(z.minimum(1), z.maximum(QUOTE_ROUNDS_MAX))
/** The price of a piece that the person wishes; null for no wish. */
const target = z.nullable(price)
const note = z.string().check(z.maxLength(QUOTE_NOTE_MAX))
const sealed = { within: undefined, fields: ['note'] } as const

const lane = (id: string): string => `quote:${id}`

/** Asks a store for its price of one product, in the product's currency. */
export const quoteAsk = mutation({
  path: '/api/quote/ask',
  tables: ['quotes'],
  payload: z.object({
    id: z.uuid(),
    shopId: Id,
    productId: Id,
    currency: z.string().check(z.maxLength(5)),
    lines,
    target,
    country: z.string().check(z.regex(/^([A-Z]{2})?$/)),
    note,
  }),
  guest: false,
  sealed,
  lanes: (p) => [lane(p.id)],
  keys: (p) => [quoteKey(p.id)],
})

/** Answers an offer with another wish: the quote is the store's again. */
export const quoteCounter = mutation({
  path: '/api/quote/counter',
  tables: ['quotes'],
  payload: z.object({ id: z.uuid(), round, lines, target, note }),
  guest: false,
  sealed,
  lanes: (p) => [lane(p.id)],
  keys: (p) => [quoteKey(p.id)],
})

/**
 * Accepts an offer and puts its lines into the cart, each with at least its pieces; of one that is accepted already it
 * puts them there again.
 */
export const quoteAccept = mutation({
  path: '/api/quote/accept',
  tables: ['quotes', 'cartLines'],
  payload: z.object({
    id: z.uuid(),
    round,
    shopId: Id,
    productId: Id,
    currency: z.string().check(z.maxLength(5)),
    lines: z.array(z.object({ ...pieces, price })).check(z.minLength(1), z.maxLength(QUOTE_LINES_MAX)),
  }),
  guest: false,
  lanes: (p) => [lane(p.id), 'cart'],
  keys: (p) => [
    quoteKey(p.id),
    ...p.lines.map(({ variantId }) => lineKey({ id: p.productId, shopId: p.shopId, variantId })),
  ],
})

/**
 * Declines offers with the reason in the person's words if they like: all products of an order that a store drew up.
 * The reason is kept with the first.
 */
export const quoteDecline = mutation({
  path: '/api/quote/decline',
  tables: ['quotes'],
  payload: z.object({
    quotes: z.array(z.object({ id: z.uuid(), round })).check(z.minLength(1), z.maxLength(DRAWN_GOODS_MAX)),
    note,
  }),
  guest: false,
  sealed,
  lanes: (p) => p.quotes.map(({ id }) => lane(id)),
  keys: (p) => p.quotes.map(({ id }) => quoteKey(id)),
})

/** Ends a quote: a request is withdrawn, an offer declined. */
export const quoteClose = mutation({
  path: '/api/quote/close',
  tables: ['quotes'],
  payload: z.object({ id: z.uuid(), round }),
  guest: false,
  lanes: (p) => [lane(p.id)],
  keys: (p) => [quoteKey(p.id)],
})
