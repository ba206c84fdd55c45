import * as z from 'zod/mini'
import { invoiceKinds } from './rules.ts'
import { Id } from '../wire/schema-id.ts'
import { openEnum } from '../wire/schema-open.ts'

/**
 * An invoice, or a credit note, as it was issued: it never changes. Its id is `<order>:<n>`, 0 for the invoice and else
 * the number of the refund that it credits. `total` is in minor units of `currency`. `paper` is all that stands on it
 * (JSON, paper.ts), sealed on the device; `hash` is the SHA-256 of that text, in hexadecimal digits.
 */
export const Invoice = z.object({
  id: z.string(),
  orderId: z.string(),
  shopId: Id,
  kind: openEnum(invoiceKinds),
  number: z.string(),
  /** Unix ms. */
  at: z.number(),
  currency: z.string(),
  total: z.int().check(z.nonnegative()),
  paper: z.string(),
  hash: z.string(),
})
export type Invoice = z.infer<typeof Invoice>
