import * as z from 'zod/mini'
import { endpoint } from '../wire/endpoint.ts'
import { rechargeStates } from './recharges.ts'
import { openArray } from '../wire/schema-open.ts'
import { Recharge } from './schema-row.ts'

/** Recharges on one page. */
export const RECHARGES_A_PAGE = 50

/** The caller's recharges, the newest first, all or of one state (spec §7); `after` is a page's `next`. */
export const rechargeList = endpoint({
  method: 'GET',
  path: '/api/user/recharge_list',
  access: 'session',
  input: z.object({
    state: z.optional(z.enum(rechargeStates)),
    after: z.optional(z.string().check(z.regex(/^\d{1,15}:[a-z]{1,20}:[0-9a-f]{64}:[A-Z]{1,10}$/))),
  }),
  output: z.object({ list: openArray(Recharge), next: z.nullable(z.string()) }),
})
