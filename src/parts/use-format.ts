import { useMemo } from 'react'
import { formatMoney } from '#contract/amounts.ts'
import { useLabels } from '../ui/labels.ts'

/** Amounts as the person's language writes them. */
export interface Format {
  locale: string
  /** Minor units of a currency. */
  money(amount: number, currency: string): string
  number(n: number): string
  /** Large counts in few characters, such as 12K. */
  compact(n: number): string
  /** A share between 0 and 1. */
  percent(share: number): string
}

/** The formatters of the language that is shown. */
export function useFormat(): Format {
  const { locale } = useLabels()
  return useMemo(() => {
    const number = new Intl.NumberFormat(locale)
    const compact = new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 })
    const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 })
    return {
      locale,
      money: (amount, currency) => formatMoney({ amount, currency }, locale),
      number: (n) => number.format(n),
      compact: (n) => (n < 10_000 ? number : compact).format(n),
      percent: (share) => percent.format(share),
    }
  }, [locale])
}
