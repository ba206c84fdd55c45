import { useTranslation } from 'react-i18next'
import type { DeskRate } from '#contract/currencies/schema-operator.ts'
import { currencyName } from '../../../parts/money/currency-name.ts'
import { rateDecimal } from '../../../parts/money/rate-note.tsx'
import { useFormat } from '../../../parts/format/use-format.ts'
import { useMoney } from '../../../parts/money/use-money.tsx'

type From = Pick<DeskRate, 'source' | 'by' | 'asked'>

export interface RateWords {
  /** A currency's name in the reader's language; a coin's, and that of an unknown code, is the code. */
  nameOf(code: string): string
  /** "1 EUR = 1.08 USD" in the market's way of writing it. */
  worth(code: string, rate: string): string
  /** The value of one unit of the market's currency in this one. */
  inverse(code: string, rate: string): string
  /** Where a rate is from. */
  sourceOf(from: From): string
}

/** Writes currencies and their rates. */
export function useRateWords(): RateWords {
  const { t } = useTranslation()
  const { locale, decimalMoney } = useFormat()
  const { market } = useMoney()
  return {
    nameOf: (code) => currencyName(code, locale),
    worth: (code, rate) => `${decimalMoney('1', code)} = ${decimalMoney(rate, market)}`,
    inverse: (code, rate) => `${decimalMoney('1', market)} = ${decimalMoney(rateDecimal(1 / Number(rate)), code)}`,
    sourceOf({ source, by, asked }) {
      if (source === '') return t('ratesDesk.noSource')
      if (source === 'command') return t('audit.command')
      if (source !== 'screen') return t('ratesDesk.source', { name: source })
      const name = by || t('audit.nameless')
      return asked === null ? name : t('ratesDesk.askedBy', { name, asked: asked || t('audit.nameless') })
    },
  }
}
