import { coinOf, coinText, isAsset } from '#contract/coins/assets.ts'
import { readPaper, type InvoicePaper } from '#contract/invoices/paper.ts'
import { decimalOf } from '#contract/currencies/money.ts'
import { writeTable } from '#contract/text/table-text.ts'
import type { Invoice } from '#contract/sync/schema-rows.ts'

/** An invoice or a credit note, and the same opened: null where that cannot be. */
export interface FiledInvoice {
  row: Invoice
  clear: Invoice | null
}

const COLUMNS = [
  ...['number', 'kind', 'issued', 'credits', 'order', 'ordered', 'paid'],
  ...['buyer', 'buyerTaxNumber', 'country'],
  ...['currency', 'taxRate', 'net', 'tax', 'gross'],
  ...['paidAmount', 'paidCurrency', 'coin', 'coins'],
]

const timeOf = (at: number): string => new Date(at).toISOString()
/** Basis points as a percentage: 1900 are `19`. */
const rateText = (rate: number | null): string => (rate === null ? '' : String(rate / 100))

/** The payment or the refund of a paper: in the market's currency and in coins. */
function moneyOf({ money }: InvoicePaper, sign: 1 | -1): string[] {
  const { amount, currency, asset, units } = money
  if (!isAsset(asset)) return [decimalOf(sign * amount, currency), currency, asset, '']
  return [decimalOf(sign * amount, currency), currency, asset, coinText(BigInt(sign) * BigInt(units), coinOf(asset))]
}

/** The rows of a paper: one for each rate of tax, the first with the payment. */
function rowsOf({ row, clear }: FiledInvoice): string[][] {
  const { number, kind, at, currency, total } = row
  const sign = kind === 'invoice' ? 1 : -1
  const paper = clear && readPaper(clear.paper)
  const head = [number, kind, timeOf(at)]
  // One that cannot be opened still counts.
  if (!paper)
    return [[...head, ...Array.from({ length: 7 }, () => ''), currency, '', '', '', decimalOf(sign * total, currency)]]
  const { credits, order, buyer, taxes, money } = paper
  const of = [credits?.number ?? '', order.number, timeOf(order.at), timeOf(money.at)]
  const to = [buyer.company || buyer.place.recipient || buyer.name, buyer.taxNumber, buyer.place.country]
  return taxes.map(({ rate, base, tax }, n) => [
    ...[...head, ...of, ...to, currency, rateText(rate)],
    ...[base, tax, base + tax].map((sum) => decimalOf(sign * sum, currency)),
    ...(n === 0 ? moneyOf(paper, sign) : []),
  ])
}

/**
 * Invoices and credit notes as a table for somebody's books, in their order: times in UTC, amounts as decimals of their
 * own currency, and credit notes below zero, so that the rows add up to the amount kept. Each has a row for each rate
 * of tax.
 */
export const invoicesFile = (papers: readonly FiledInvoice[]): string =>
  writeTable([
    COLUMNS,
    ...papers.flatMap(rowsOf).map((row) => [...row, ...Array.from({ length: COLUMNS.length - row.length }, () => '')]),
  ])
