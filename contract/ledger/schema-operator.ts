import * as z from 'zod/mini'
import { endpoint } from '../wire/endpoint.ts'
import { bookFaults } from './faults.ts'
import { openArray, openEnum } from '../wire/schema-open.ts'

/** A check of the whole book. */
const BookCheck = z.object({
  /** When it began (Unix ms). */
  at: z.number(),
  right: z.boolean(),
  entries: z.int(),
  /** Those that wait for their seal. */
  unsealed: z.int(),
  /** Whether the signatures of seals were verified: not where the market has no key for them. */
  signatures: z.boolean(),
  /** By kind: the first entries, postings, accounts or seals of it, and how many more were found. */
  faults: openArray(z.object({ kind: openEnum(bookFaults), ids: openArray(z.string()), more: z.int() })),
})
export type BookCheck = z.infer<typeof BookCheck>

/** The last check of the book. With `check` one is begun, or the one under way is joined, for some seconds. */
export const ledger = endpoint({
  method: 'POST',
  path: '/api/operator/ledger',
  access: 'operator',
  right: 'money',
  input: z.object({ check: z.optional(z.boolean()) }),
  output: z.object({
    /** Null where the server has made none since it started. */
    last: z.nullable(BookCheck),
    /** A check is under way. */
    busy: z.boolean(),
  }),
})
