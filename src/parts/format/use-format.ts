import { createContext, useContext } from 'react'
import type { Locale } from '#contract/text/locales.ts'
import { decimalOf } from '#contract/currencies/money.ts'
import { numbersOf, type NumberTable, type Numbers } from '#contract/text/numbers.ts'

/** Formats numbers and amounts in the person's language. */
export interface Format extends Pick<Numbers, 'number' | 'compact' | 'percent'> {
  locale: string
  /** Minor units of a currency. */
  money(amount: number, currency: string): string
  /** An amount by its decimal text, with as many places as that has. */
  decimalMoney(decimal: string, currency: string): string
  /** A decimal amount of a coin, every digit of it. */
  coins(decimal: string, coin: string): string
  /** A range of amounts, if it reads in one piece: undefined where the language writes the currency twice. */
  moneyRange(low: number, high: number, currency: string): string | undefined
}

/** The formatters of a language, by its table: it comes with the texts of the start. */
export function formatOf(table: NumberTable, { code, dir }: Locale): Format {
  const { money, moneyRange, decimal, ...numbers } = numbersOf(table)
  // Isolated left to right in right-to-left text: "US$" would turn into "$US" there.
  const isolate = (text: string): string => (dir === 'rtl' ? `\u2066${text}\u2069` : text)
  return {
    ...numbers,
    locale: code,
    decimalMoney: (decimal, currency) => isolate(money(decimal, currency)),
    coins: (text, coin) => isolate(`${decimal(text)}\u00a0${coin}`),
    money: (amount, currency) => isolate(money(decimalOf(amount, currency), currency)),
    moneyRange(low, high, currency) {
      const range = moneyRange(decimalOf(low, currency), decimalOf(high, currency), currency)
      // The language's own right-to-left mark would swap the ends of a range inside the isolate.
      return range && isolate(range.replaceAll('\u200f', ''))
    },
  }
}

export const FormatContext = createContext<Format | undefined>(undefined)

/** The formatters of the current language. */
export const useFormat = (): Format => useContext(FormatContext)!
