import * as z from 'zod/mini'
import { endpoint } from '../wire/endpoint.ts'
import { Id } from '../wire/schema-id.ts'

const count = z.int().check(z.nonnegative())

/**
 * The data for taking a store along: the ids of its products (PACK_PRODUCTS_MAX at most, those that sell best first),
 * how many have a picture, and about how many bytes all that is.
 */
export const storePack = endpoint({
  method: 'POST',
  path: '/api/index/pack',
  access: 'anyone',
  cacheable: true,
  input: z.object({ id: Id }),
  output: z.object({ ids: z.array(Id), pictures: count, bytes: count }),
})
