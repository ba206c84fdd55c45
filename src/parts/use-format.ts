import { formatMoney, formatMoneyRange } from '#contract/rules/money.ts'
import { kept } from '#contract/rules/kept.ts'
import { locales } from '#contract/locales.ts'
import { useLabels } from '../ui/labels.ts'

/** Amounts as the person's language writes them. */
export interface Format {
  locale: string
  /** Minor units of a currency. */
  money(amount: number, currency: string): string
  /**
   * From one amount to another: in one piece where the language writes the currency once, undefined where it writes it
   * twice.
   */
  moneyRange(low: number, high: number, currency: string): string | undefined
  number(n: number): string
  /** Large counts in few characters, such as 12K. */
  compact(n: number): string
  /** A share between 0 and 1. */
  percent(share: number): string
}

/** The formatters of a language, made once for all who use them. */
const formatOf = kept(locales.length, (locale): Format => {
  const number = new Intl.NumberFormat(locale)
  const compact = new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 })
  // Isolated left to right where the rest reads from the right: "US$" would turn into "$US" there.
  const rtl = locales.find((l) => l.code === locale)?.dir === 'rtl'
  const isolate = (text: string): string => (rtl ? `\u2066${text}\u2069` : text)
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 })
  return {
    locale,
    money: (amount, currency) => isolate(formatMoney({ amount, currency }, locale)),
    // The locale's own right-to-left mark would turn the two ends of a range round inside the isolate.
    moneyRange: (low, high, currency) =>
      rtl ? isolate(formatMoneyRange(low, high, currency, locale).replaceAll('\u200f', '')) : undefined,
    number: (n) => number.format(n),
    compact: (n) => (n < 10_000 ? number : compact).format(n),
    percent: (share) => percent.format(share),
  }
})

/** The formatters of the language that is shown. */
export const useFormat = (): Format => formatOf(useLabels().locale)
