// Apart from money.ts, so that a page can format money without carrying the schemas' library.

import { kept } from './kept.ts'

/** Decimal places of the currencies whose minor unit is not a hundredth (ISO 4217). */
const places: Record<string, number> = {
  JPY: 0,
  KRW: 0,
  VND: 0,
  IDR: 0,
  CLP: 0,
  KWD: 3,
  BHD: 3,
  OMR: 3,
  JOD: 3,
  TND: 3,
}

/** How many decimal places a currency's minor unit has. */
export const minorPlaces = (currency: string): number => places[currency] ?? 2

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
  const [currency = '', locale] = of.split(' ')
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
