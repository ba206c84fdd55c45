import { textIn } from '#contract/text/locales.ts'
import { decimalOf } from '#contract/currencies/money.ts'
import { shareOfAmount } from '#contract/orders/parts.ts'
import { stageOf } from '#contract/orders/stages.ts'
import { productCode } from '#contract/catalogue/product-code.ts'
import { writeTable } from '#contract/text/table-text.ts'
import type { Sale } from '#contract/sync/schema-store-rows.ts'
import { clearAddressOf } from './address-of.ts'

/** An order, and the same opened: null where that cannot be. */
export interface FiledSale {
  sale: Sale
  clear: Sale | null
}

const COLUMNS = [
  ...['order', 'date', 'paid', 'stage', 'buyer', 'poNumber', 'country'],
  ...['code', 'sku', 'marketCode', 'title', 'choice', 'pieces'],
  ...['currency', 'unit', 'amount', 'shipping', 'tax', 'total', 'taxIncluded'],
]

const timeOf = (at: number | null): string => (at === null ? '' : new Date(at).toISOString())

/** An amount of an order divided among its lines by what they come to; all of it on the first where all are free. */
function dividedBy(lines: Sale['lines'], amount: number): number[] {
  const goods = lines.reduce((sum, line) => sum + line.amount, 0)
  let before = 0
  return lines.map((line, n) => {
    if (goods === 0) return n === 0 ? amount : 0
    return shareOfAmount(amount, goods, before, (before += line.amount))
  })
}

/**
 * Orders as a table for somebody's books, one row a line, the oldest order first: times in UTC, the order's buyer and
 * where it goes, the store's own codes and the market's, texts in a language, and amounts as decimals of the order's
 * currency. Each line has its share of shipping and taxes, so that the rows of an order add up to its total; last stand
 * the taxes that prices include.
 */
export function salesFile(sales: readonly FiledSale[], language: string): string {
  const rows = sales
    .toSorted((a, b) => a.sale.createdAt - b.sale.createdAt)
    .flatMap(({ sale, clear }) => {
      const { lines, currency, number, createdAt, paidAt } = sale
      const country = clear && clearAddressOf(clear)?.country
      const of = [number, timeOf(createdAt), timeOf(paidAt), stageOf(sale)]
      const to = [clear?.buyer ?? '', clear?.poNumber ?? '', country ?? '']
      const [shipping, tax] = [dividedBy(lines, sale.shipping), dividedBy(lines, sale.tax)]
      const included = dividedBy(lines, sale.taxIncluded ?? 0)
      return lines.map((line, n) => {
        const sums = [
          line.price,
          line.amount,
          shipping[n]!,
          tax[n]!,
          line.amount + shipping[n]! + tax[n]!,
          included[n]!,
        ]
        return [
          ...[...of, ...to],
          ...[line.code ?? '', line.sku ?? '', productCode(line.id, line.variantId)],
          ...[textIn(line.title, language), line.label ? textIn(line.label, language) : '', String(line.num)],
          ...[currency, ...sums.map((sum) => decimalOf(sum, currency))],
        ]
      })
    })
  return writeTable([COLUMNS, ...rows])
}
