import { isCoin } from '#contract/coins/assets.ts'
import { intl } from '../../ui/intl.ts'

/** A currency's name in a language; a coin's, and that of an unknown code, is the code. */
export const currencyName = (code: string, locale: string): string =>
  // Intl takes no code of another length than three letters.
  isCoin(code) || code.length !== 3 ? code : (intl('names', locale, { type: 'currency' }).of(code) ?? code)

/** Currencies to choose from, each by its code, beside which its name stands. */
export const currencyChoices = (codes: readonly string[], locale: string): { value: string; label: string }[] =>
  codes.map((value) => {
    const name = currencyName(value, locale)
    // The code is written from left to right, whatever the name is.
    return { value, label: name === value ? value : `\u2066${value}\u2069 · ${name}` }
  })
