import * as z from 'zod/mini'
import { endpoint } from '../wire/endpoint.ts'
import { MerchantApplication } from './schema-row.ts'

/**
 * How a person stands as a merchant (spec §7). Without a store its code is 0, and the data is there all the same (spec
 * §8). `ahead`: how many applications were submitted before theirs and wait for an answer.
 */
export const merchantIndex = endpoint({
  method: 'GET',
  also: 'POST',
  path: '/api/merchant/index',
  access: 'session',
  noneYet: true,
  input: z.object({}),
  output: z.object({ application: z.nullable(MerchantApplication), ahead: z.int() }),
})
