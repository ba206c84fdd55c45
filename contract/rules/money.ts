// Apart from money.ts, so that a page can format money without carrying the schemas' library.

import { kept } from './kept.ts'

/**
 * Decimal places of the currencies whose minor unit is not a hundredth (ISO 4217). IDR counts whole rupiah, where ISO
 * has two places that nobody uses (docs/decisions/0018-minor-units.md). SQL has the same list: `minor_places`.
 */
const places = new Map<string, number>([
  ...placed(0, 'BIF CLP DJF GNF IDR ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'),
  ...placed(3, 'BHD IQD JOD KWD LYD OMR TND'),
  ...placed(4, 'CLF UYW'),
])

function placed(digits: number, codes: string): [string, number][] {
  return codes.split(' ').map((code) => [code, digits])
}

/** How many decimal places a currency's minor unit has. */
export const minorPlaces = (currency: string): number => places.get(currency) ?? 2

/**
 * Parses a decimal string such as "1234.5" exactly into minor units; undefined when it is no such number or has too
 * many places.
 */
export function parseMinor(text: string, currency: string): number | undefined {
  const match = /^(\d{1,12})(?:\.(\d+))?$/.exec(text.trim())
  if (!match) return undefined
  const p = minorPlaces(currency)
  const fraction = (match[2] ?? '').replace(/0+$/, '')
  if (fraction.length > p) return undefined
  return Number(match[1]! + fraction.padEnd(p, '0'))
}

/** Writes an amount as the locale does, with its currency's sign; exact for every safe integer. */
export function formatMoney(money: { amount: number; currency: string }, locale: string): string {
  return formatterOf(money.currency, locale).format(decimalOf(money.amount, money.currency))
}

/** Writes two amounts of one currency as the locale writes a range, the lower one first. */
export function formatMoneyRange(low: number, high: number, currency: string, locale: string): string {
  return formatterOf(currency, locale).formatRange(decimalOf(low, currency), decimalOf(high, currency))
}

/** A market has few currencies and a page one language; a list of many pages still fits. */
const FORMATTERS_MAX = 100
const formatters = kept(FORMATTERS_MAX, (of) => {
  const [currency, locale] = of.split(' ') as [string, string]
  const p = minorPlaces(currency)
  return new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: p,
    maximumFractionDigits: p,
  })
})
const formatterOf = (currency: string, locale: string): Intl.NumberFormat => formatters(`${currency} ${locale}`)

/** A decimal string keeps every digit where a number would round (ECMA-402 Intl.NumberFormat v3). */
function decimalOf(amount: number, currency: string): number {
  const p = minorPlaces(currency)
  const digits = String(Math.abs(amount)).padStart(p + 1, '0')
  return `${amount < 0 ? '-' : ''}${digits.slice(0, digits.length - p)}${p ? `.${digits.slice(-p)}` : ''}` as unknown as number
}

/** Minor units as a plain decimal with their currency: "5000.00 USD". */
export function amountText(amount: number, currency: string): string {
  const places = minorPlaces(currency)
  const digits = String(amount).padStart(places + 1, '0')
  return `${digits.slice(0, digits.length - places)}${places > 0 ? `.${digits.slice(-places)}` : ''} ${currency}`
}
