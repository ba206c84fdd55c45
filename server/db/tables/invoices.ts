import type { Generated } from 'kysely'
import type { InvoiceKind } from '#contract/invoices/rules.ts'
import type { Time } from './times.ts'

/** Invoices and credit notes, the ranges of their numbers, and how they name their buyers. */
export interface InvoiceTables {
  /** The last number of a store's papers of a kind, and when that was issued. */
  invoice_ranges: { store_id: number; kind: InvoiceKind; test: boolean; last: number; last_at: Time }
  invoices: {
    id: string
    store_id: number
    user_id: string
    order_id: string
    kind: InvoiceKind
    test: boolean
    /** Its place in the range, and the number that is made of it. */
    n: number
    number: string
    /** The invoice that a credit note credits. */
    credits: string | null
    issued_at: Time
    currency: string
    total: number
    /** JSON of all that stands on it (contract/invoices/paper.ts), and the SHA-256 of that text. */
    paper: string
    hash: Uint8Array
    rev: number
    store_rev: Generated<number | null>
  }
  billing_details: { user_id: string; company: string; tax_number: string; address: string; rev: number }
}
