import type { LocaleCode } from '../text/locales.ts'
import type { TextValues } from '../text/filled-text.ts'
import { percentOf } from './fees.ts'
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

/** The values that operators' texts take, in a language. */
export const valuesOf = (
  { market, operator, address, feeRate, promises }: Stated,
  language: LocaleCode,
): TextValues => ({
  market,
  operator,
  address,
  // Without Intl, which a market may lack when it starts. A percent sign beside digits stands right in Arabic, too.
  fee: `${percentOf(feeRate)}%`,
  ship: shipWords(promises.shipDays, language),
  review: reviewWords(promises, language),
})
