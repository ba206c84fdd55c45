import type { Texts } from '../text/locales.ts'
import type { AddressField } from '../addresses/fields.ts'
import type { InvoiceKind, TaxPart } from './rules.ts'
import type { RefundReason } from '../reports/refunds.ts'

// The contents of an invoice or a credit note. The server writes them once, in the transaction that issues the paper,
// and nothing changes them. They are JSON within the row, so that the hash covers the very text that is shown.

/** The version of this form; a device shows none that it does not know. */
export const PAPER_VERSION = 1

/** A business on a paper; a text is '' where it has given none. */
export interface PaperBusiness {
  /** As the market knows it: the store's name, or the market's. */
  name: string
  legalName: string
  /** Several lines. */
  address: string
  taxNumber: string
}

/** Where goods go, without a telephone number: codes of country and province, the rest as it was typed. */
export type PaperPlace = Record<Exclude<AddressField, 'mobile'>, string>

/** The buyer: their billing details as they were, and where the goods go. */
export interface PaperBuyer {
  /** Their name on the market. */
  name: string
  company: string
  address: string
  taxNumber: string
  place: PaperPlace
}

/** Pieces of a line of the order; amounts are minor units of the paper's currency. */
export interface PaperLine {
  id: number
  variantId: number
  /** The store's own codes of the product and of the choice; '' for none. */
  code: string
  sku: string
  title: Texts
  label: Texts | null
  num: number
  price: number
  amount: number
}

/** The worth of one unit of a currency, or of one coin, in the market's currency at a moment (Unix ms). */
export interface PaperRate {
  numerator: number
  denominator: number
  at: number
}

/** A payment, or a refund: in the market's currency, with its rate, and in coins. */
export interface PaperMoney {
  /** Unix ms. */
  at: number
  amount: number
  currency: string
  /** That of the paper's currency; null in the market's own. */
  rate: PaperRate | null
  asset: string
  /** Units of the asset, in decimal digits. */
  units: string
  /** That of the coin when it was paid; null where it is not known. */
  coinRate: PaperRate | null
}

/** All that stands on an invoice, or on a credit note. */
export interface InvoicePaper {
  v: typeof PAPER_VERSION
  kind: InvoiceKind
  number: string
  /** When it was issued (Unix ms). */
  at: number
  /** Paid with money that is worth nothing. */
  test: boolean
  /** The invoice that a credit note credits; null on an invoice. */
  credits: { number: string; at: number } | null
  /** The reason for a credit note; null on an invoice. */
  why: RefundReason | null
  order: { number: string; at: number; poNumber: string }
  seller: PaperBusiness & { country: string }
  buyer: PaperBuyer
  market: PaperBusiness
  currency: string
  /** All lines of the order on an invoice; on a credit note the pieces that it is for. */
  lines: PaperLine[]
  /** Net amounts and tax, by rate. They are not below zero on a credit note either, which takes them back. */
  taxes: TaxPart[]
  /**
   * The invoice's goods as they are priced, and its shipping. `taxIncluded` is the tax within `goods`, 0 where it is
   * added to them. Null on a credit note, which takes back a share of all.
   */
  sums: { goods: number; shipping: number; taxIncluded: number } | null
  total: number
  money: PaperMoney
}

/** The paper in a row's text; undefined of a newer form than this app knows. */
export function readPaper(text: string): InvoicePaper | undefined {
  const paper = JSON.parse(text) as { v?: unknown }
  return paper.v === PAPER_VERSION ? (paper as InvoicePaper) : undefined
}
