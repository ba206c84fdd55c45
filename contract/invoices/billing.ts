// How invoices name a buyer. Apart from schema-billing.ts, so that a page can obey it without carrying the schemas'
// library.

/** The fields of billing details, each with its longest text: as it is typed, and as a row has it, sealed. */
const written = {
  company: { typed: 100, sealed: 1200 },
  taxNumber: { typed: 40, sealed: 400 },
  address: { typed: 300, sealed: 3000 },
}
export type BillingField = keyof typeof written
/** All of them, in the order of the form. */
export const billingFields = Object.keys(written) as BillingField[]

/** The longest text of each field, as it is typed (characters). */
export const billingLength = (field: BillingField): number => written[field].typed
/** The same of a text that may be sealed. */
export const billingSealedLength = (field: BillingField): number => written[field].sealed

/** No control characters but line ends, and no broken ones. */
const PRINTABLE = /^(?:\n|[^\p{Cc}\p{Cs}])*$/u
/** A line of text as a paper shows it: no runs of blanks. */
const cleanLine = (text: string): string => text.replace(/[^\S\n]+/gu, ' ').trim()

/**
 * A text for papers as it is kept: one line, or several where `lines` allows it, without blank lines; undefined when it
 * is longer than `max` characters or cannot be printed.
 */
export function paperText(text: string, max: number, lines = false): string | undefined {
  const rows = text
    .replaceAll('\r\n', '\n')
    .split('\n')
    .map(cleanLine)
    .filter((row) => row !== '')
  const clean = rows.join(lines ? '\n' : ' ')
  return clean.length <= max && PRINTABLE.test(clean) ? clean : undefined
}

/** A billing field as it is kept: an address has lines. */
export const billingText = (field: BillingField, text: string): string | undefined =>
  paperText(text, written[field].typed, field === 'address')
