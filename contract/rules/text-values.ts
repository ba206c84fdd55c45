import type { LocaleCode } from '../locales.ts'
import type { TextValues } from './filled-text.ts'
import { reviewWords, shipWords } from './promise-words.ts'
import type { Promises } from './promises.ts'

/** The settings by which a market describes itself; '' for those that are not set. */
interface Stated {
  market: string
  operator: string
  address: string
  /** The fee in force (basis points). */
  feeRate: number
  promises: Promises
}

/** A rate of the fee in a language: 2.5%. */
const percent = (rate: number, language: LocaleCode): string =>
  new Intl.NumberFormat(`${language}-u-nu-latn`, { style: 'percent', maximumFractionDigits: 2 }).format(rate / 10_000)

/** The values that operators' texts take, in a language. */
export const valuesOf = (
  { market, operator, address, feeRate, promises }: Stated,
  language: LocaleCode,
): TextValues => ({
  market,
  operator,
  address,
  fee: percent(feeRate, language),
  ship: shipWords(promises.shipDays, language),
  review: reviewWords(promises, language),
})
