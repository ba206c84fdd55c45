import { locales } from '#contract/locales.ts'
import { kept } from '#contract/rules/kept.ts'
import { formatMoney, formatMoneyRange } from '#contract/rules/money.ts'
import { useLabels } from '../ui/labels.ts'

/** Formats numbers and amounts in the person's language. */
export interface Format {
  locale: string
  /** Minor units of a currency. */
  money(amount: number, currency: string): string
  /** A range of amounts, if it reads in one piece: undefined where the language writes the currency twice. */
  moneyRange(low: number, high: number, currency: string): string | undefined
  number(n: number): string
  /** Large counts in few characters, such as 12K. */
  compact(n: number): string
  /** A share between 0 and 1. */
  percent(share: number): string
}

/** The formatters of a language, made once for all users. */
const formatOf = kept(locales.length, (locale): Format => {
  const number = new Intl.NumberFormat(locale)
  const compact = new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 })
  // Isolated left to right in right-to-left text: "US$" would turn into "$US" there.
  const rtl = locales.find((l) => l.code === locale)?.dir === 'rtl'
  const isolate = (text: string): string => (rtl ? `\u2066${text}\u2069` : text)
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 })
  return {
    locale,
    money: (amount, currency) => isolate(formatMoney({ amount, currency }, locale)),
    // The locale's own right-to-left mark would swap the ends of a range inside the isolate.
    moneyRange: (low, high, currency) =>
      rtl ? isolate(formatMoneyRange(low, high, currency, locale).replaceAll('\u200f', '')) : undefined,
    number: (n) => number.format(n),
    compact: (n) => (n < 10_000 ? number : compact).format(n),
    percent: (share) => percent.format(share),
  }
})

/** The formatters of the current language. */
export const useFormat = (): Format => formatOf(useLabels().locale)
