import type { Rate } from '#contract/currencies/exchange.ts'
import { intl } from '../../ui/intl.ts'
import { exactTime, useNow } from '../../ui/time.tsx'
import styles from './price.module.css'
import { useFormat } from '../format/use-format.ts'
import { useMoney } from './use-money.tsx'

/** The rates by which amounts of these currencies are shown, each with its time; nothing where none was converted. */
export function RateNote({ currencies }: { currencies: Iterable<string> }) {
  const { currency, rates } = useMoney()
  const involved = new Set([...currencies, currency])
  if (involved.size === 1) return null
  return <Rates rates={rates.filter((rate) => involved.has(rate.currency))} />
}

/** Rates in words: "€1 = $1.08 · 12:04". */
export function Rates({ rates }: { rates: readonly Rate[] }) {
  const { decimalMoney, locale } = useFormat()
  const { market } = useMoney()
  const now = useNow()
  return rates.map(({ currency, numerator, denominator, at }) => (
    <span key={currency} className={styles.rate}>
      <bdi dir="ltr">
        {decimalMoney('1', currency)} = {decimalMoney(rateDecimal(numerator / denominator), market)}
      </bdi>
      {/* A document has no clock. */}
      {now !== undefined && ` · ${timeOf(at, now, locale)}`}
    </span>
  ))
}

const DAY = 86_400_000

/** The time of today, or the date too. */
export const timeOf = (at: number, now: number, locale: string): string =>
  now - at < DAY / 2 ? intl('date', locale, { timeStyle: 'short' }).format(at) : exactTime(at, locale)

/** For reading: six digits are enough of any rate. */
export const rateDecimal = (rate: number): string =>
  Number(rate.toPrecision(6))
    .toFixed(9)
    .replace(/\.?0+$/, '')
