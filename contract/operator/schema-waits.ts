import * as z from 'zod/mini'
import { endpoint } from '../wire/endpoint.ts'
import { deskWaitNames, DIGEST_HOURS_MAX } from './desk-waits.ts'
import { openArray, openEnum } from '../wire/schema-open.ts'

/** How much waits of one kind, and since when the longest of it does (Unix ms; null where nothing waits). */
export const DeskCount = z.object({ what: openEnum(deskWaitNames), count: z.int(), since: z.nullable(z.number()) })
export type DeskCount = z.infer<typeof DeskCount>

/** How much waits at each desk that the operator may open. */
export const counts = endpoint({
  method: 'POST',
  path: '/api/operator/counts',
  access: 'operator',
  input: z.object({}),
  output: z.object({ counts: openArray(DeskCount) }),
})

/** Sets how often operators are mailed what waits, at most: the hours between two mails, 0 for no mails. */
export const digestSet = endpoint({
  method: 'POST',
  path: '/api/operator/digestSet',
  access: 'operator',
  right: 'staff',
  input: z.object({ hours: z.int().check(z.minimum(0), z.maximum(DIGEST_HOURS_MAX)) }),
  output: z.object({}),
})
