import * as z from 'zod/mini'
import { mutation } from '../wire/mutation.ts'
import { GOODS_SKU_MAX } from '../products/rules.ts'
import { LINE_MAX } from '../wire/limits.ts'
import { DRAWN_GOODS_MAX, QUOTE_LINES_MAX, QUOTE_NOTE_MAX } from './rules.ts'
import { storeQuoteKey } from '../wire/store-keys.ts'
import { drawnFor } from './drawn.ts'
import { Id } from '../wire/schema-id.ts'

/** A choice by what the store calls it (empty for none), at a unit price in minor units of the product's currency. */
const line = z.object({
  sku: z.string().check(z.maxLength(GOODS_SKU_MAX)),
  num: z.int().check(z.minimum(1), z.maximum(LINE_MAX)),
  price: z.int().check(z.positive()),
})

/**
 * Draws up an order for a buyer whom the store knows by an order, a conversation or a request of theirs (`of`).
 * Each product becomes a quote that begins with the store's offer; `id` is what the store calls it, `order` what all
 * of them have in common. The buyer confirms or declines it: nothing is ordered by it. `buyer` is the name that the
 * device shows until the server has answered, which goes by `of` alone.
 */
export const quoteDraw = mutation({
  path: '/api/store/quote_draw',
  world: 'store',
  tables: ['storeQuotes'],
  payload: z.object({
    order: z.uuid(),
    of: z.object({ kind: z.enum(drawnFor), id: z.string().check(z.maxLength(64)) }),
    buyer: z.string().check(z.maxLength(200)),
    goods: z
      .array(
        z.object({
          id: z.uuid(),
          goods: z.uuid(),
          productId: Id,
          currency: z.string().check(z.maxLength(5)),
          lines: z.array(line).check(z.minLength(1), z.maxLength(QUOTE_LINES_MAX)),
        }),
      )
      .check(z.minLength(1), z.maxLength(DRAWN_GOODS_MAX)),
    until: z.int().check(z.positive()),
    note: z.string().check(z.maxLength(QUOTE_NOTE_MAX)),
  }),
  guest: false,
  sealed: { within: undefined, fields: ['note', 'buyer'] },
  lanes: (p) => p.goods.map(({ id }) => `quote:${id}`),
  keys: (p) => p.goods.map(({ id }) => storeQuoteKey(id)),
})
