import { shareOfAmount } from '../orders/parts.ts'

// Invoices and credit notes: their numbers, and their amounts by the rate of tax. Both sides obey it; apart from the
// schemas, so that a page can read it without carrying their library.

/** An invoice for an order that was paid, or a credit note for a refund of one. */
export const invoiceKinds = ['invoice', 'creditNote'] as const
export type InvoiceKind = (typeof invoiceKinds)[number]

/** The prefix that a store chooses for its numbers; without one it is the store's own number. */
export const INVOICE_PREFIX = /^[A-Z0-9]{0,8}$/

/** Digits that the counter of a number has at least. */
const DIGITS = 6
const names = { invoice: 'INV', creditNote: 'CRN' } as const satisfies Record<InvoiceKind, string>

/** A place in a number range: each store has one for each kind, and apart from those others for test money. */
export interface InvoicePlace {
  kind: InvoiceKind
  test: boolean
  prefix: string
  storeId: number
  /** Counted from 1, without gaps. */
  n: number
}

/** The number of an invoice or a credit note, such as `INV-1042-000007`. */
export const invoiceNumber = ({ kind, test, prefix, storeId, n }: InvoicePlace): string =>
  [...(test ? ['TEST'] : []), names[kind], prefix || storeId, String(n).padStart(DIGITS, '0')].join('-')

/**
 * Amounts that are taxed at one rate, in minor units of one currency: the rate in basis points (null where the order is
 * older than rates on orders), the net amount, and the tax on it.
 */
export interface TaxPart {
  rate: number | null
  base: number
  tax: number
}

/** The amounts of an order as it was placed (shipping/charges.ts), and the rate of the tax on its goods. */
export interface Taxed {
  goods: number
  shipping: number
  /** Tax that is added to the goods. */
  tax: number
  /** Tax that their prices include. */
  taxIncluded: number
  /** Of either (basis points); null where it is not known. */
  taxRate: number | null
}

/** An order's amounts by the rate of tax: that of the goods first; shipping is free of tax. */
export function taxesOf({ goods, shipping, tax: added, taxIncluded, taxRate }: Taxed): TaxPart[] {
  const [base, tax] = [goods - taxIncluded, added + taxIncluded]
  const rate = tax === 0 ? (taxRate ?? 0) : taxRate
  if (rate === 0) return [{ rate, base: base + shipping, tax }]
  return [{ rate, base, tax }, ...(shipping === 0 ? [] : [{ rate: 0, base: shipping, tax: 0 }])]
}

/** The sum of some parts and their tax. */
export const grossOf = (taxes: readonly Omit<TaxPart, 'rate'>[]): number =>
  taxes.reduce((sum, { base, tax }) => sum + base + tax, 0)

/** The rest of an invoice's parts after its credit notes: both have the same parts in the same order. */
export const leftOf = (taxes: readonly TaxPart[], credited: readonly (readonly TaxPart[])[]): TaxPart[] =>
  taxes.map(({ rate, base, tax }, n) => ({
    rate,
    base: credited.reduce((sum, note) => sum - note[n]!.base, base),
    tax: credited.reduce((sum, note) => sum - note[n]!.tax, tax),
  }))

/**
 * Divides an amount among parts in proportion to what is left of each, to the minor unit: nothing is taken below zero,
 * and the whole of them takes all. Of the units that rounding leaves over, the parts with the largest fractions have
 * one each.
 */
function divided(parts: readonly number[], amount: number): number[] {
  const whole = parts.reduce((sum, part) => sum + BigInt(part), 0n)
  if (whole === 0n) return parts.map(() => 0)
  const exact = parts.map((part) => BigInt(part) * BigInt(amount))
  const shares = exact.map((share) => Number(share / whole))
  const over = amount - shares.reduce((sum, share) => sum + share, 0)
  const fraction = (n: number): bigint => exact[n]! % whole
  const largest = parts.map((_, n) => n).sort((a, b) => Number(fraction(b) - fraction(a)) || a - b)
  for (const n of largest.slice(0, over)) shares[n]! += 1
  return shares
}

/**
 * The parts of a credit note over an amount, taken from those that are left of its invoice: net amounts and taxes
 * alike, so that all credit notes of an order that is given back as a whole come to its invoice, rate by rate.
 */
export function creditedOf(left: readonly TaxPart[], amount: number): TaxPart[] {
  const shares = divided(
    left.flatMap(({ base, tax }) => [base, tax]),
    amount,
  )
  return left.map(({ rate }, n) => ({ rate, base: shares[2 * n]!, tax: shares[2 * n + 1]! }))
}

/**
 * The amount of a credit note: the same share of its invoice's total as was given back of the payment. `due` was paid,
 * of which `before` had been given back and now is `after`. In the currency of the payment it is the refund itself.
 */
export const creditAmount = (total: number, { due, before, after }: { due: number; before: number; after: number }) =>
  shareOfAmount(total, due, before, after)
