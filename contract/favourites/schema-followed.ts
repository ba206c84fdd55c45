import * as z from 'zod/mini'
import { Store } from '../catalogue/schema.ts'
import { endpoint } from '../wire/endpoint.ts'
import { openArray } from '../wire/schema-open.ts'

/** The stores a person follows, newest first (spec §7). */
export const followedStores = endpoint({
  method: 'POST',
  path: '/api/user/followers_list',
  access: 'session',
  input: z.object({ after: z.optional(z.string().check(z.maxLength(200))) }),
  output: z.object({ stores: openArray(Store), next: z.nullable(z.string()) }),
})
