import { INVOICE_PREFIX } from './rules.ts'
import { paperText } from './billing.ts'

// How a store's papers name its business. Apart from schema-store.ts, so that a page can obey it without carrying
// the schemas' library.

/** A store's legal details; a text is '' where its owner has given none. */
export interface StoreLegal {
  /** The name under which the business is registered, if not the store's. */
  name: string
  /** Several lines. */
  address: string
  taxNumber: string
  /** Stands in its invoices' numbers; '' for the store's own number. */
  prefix: string
}
export type LegalField = keyof StoreLegal

export const blankLegal: Readonly<StoreLegal> = { name: '', address: '', taxNumber: '', prefix: '' }

/** The longest text of each field (characters). */
export const LEGAL_MAX = { name: 120, address: 300, taxNumber: 40, prefix: 8 } as const satisfies Record<
  LegalField,
  number
>

/** A field as it is kept; undefined when it cannot be. */
export function legalText(field: LegalField, text: string): string | undefined {
  const clean = paperText(text, LEGAL_MAX[field], field === 'address')
  if (field !== 'prefix' || clean === undefined) return clean
  const prefix = clean.toUpperCase()
  return INVOICE_PREFIX.test(prefix) ? prefix : undefined
}
