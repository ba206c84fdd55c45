import * as z from 'zod/mini'
import { endpoint } from '../wire/endpoint.ts'
import { Product, Store } from '../catalogue/schema.ts'
import { openArray } from '../wire/schema-open.ts'

const count = z.int().check(z.nonnegative())

/** A product on a line sheet: with its store's code, the days until it leaves, and facts of it. */
const SheetProduct = z.extend(Product, {
  code: z.string(),
  lead: z.int().check(z.positive()),
  facts: openArray(z.object({ name: z.string(), value: z.string() })),
})

/**
 * The products of a private link, at today's prices: those that are on sale, in their store's order. `gone` is how many
 * more of them are not. A link that has ended, was revoked or never existed is `sheetGone`. The id goes in a body, so
 * that it stands in no log and no cache.
 */
export const lineSheet = endpoint({
  method: 'POST',
  path: '/api/index/sheet',
  access: 'anyone',
  input: z.object({ id: z.string().check(z.maxLength(100)) }),
  output: z.object({
    title: z.string(),
    until: z.nullable(z.number()),
    store: Store,
    products: openArray(SheetProduct),
    gone: count,
  }),
})
