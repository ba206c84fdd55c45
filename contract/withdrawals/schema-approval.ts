import * as z from 'zod/mini'

/** An operator's signature under a withdrawal (approval.ts). */
export const ApprovalSchema = z.object({
  key: z.string().check(z.regex(/^[A-Za-z0-9+/]{87}=$/)),
  signature: z.string().check(z.regex(/^[A-Za-z0-9+/]{86}==$/)),
  at: z.int(),
})
