import * as z from 'zod/mini'
import { endpoint } from '../wire/endpoint.ts'
import { CODE_MAX, CODES_MAX } from '../wire/limits.ts'
import { Product, Store } from '../catalogue/schema.ts'
import { openArray } from '../wire/schema-open.ts'

const Code = z.string().check(z.minLength(1), z.maxLength(CODE_MAX))

/**
 * The products of certain codes, the market's own or those of their makers, with their stores: what a quick order
 * names. Codes of nothing are left out; one of a maker's may be of several products.
 */
export const productCodes = endpoint({
  method: 'POST',
  path: '/api/index/codes',
  access: 'anyone',
  bytesMax: 100_000,
  input: z.object({ codes: z.array(Code).check(z.minLength(1), z.maxLength(CODES_MAX)) }),
  output: z.object({ products: openArray(Product), stores: openArray(Store) }),
})
