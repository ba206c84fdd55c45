import { minorPlaces, parseMinor } from '#contract/currencies/money.ts'
import { latin } from './typed-number.ts'

/** No number. */
const UNCLEAR = '?'

/**
 * A typed number of up to `places` decimals as the rules read it: "12,50", "1,250.00", "١٢٫٥". One that could be read
 * in two ways ("1.250", at two places) is left as no number at all.
 */
export function typedDecimal(text: string, places: number): string {
  const plain = latin(text)
    .replace(/[\s'’٬]/g, '')
    .replace('٫', '.')
  if (/^\d{1,3}(,\d{3})*(\.\d+)?$/.test(plain) && plain.includes(',') && !(places === 3 && /^\d+,\d{3}$/.test(plain)))
    return plain.replaceAll(',', '')
  if (/^\d+\.\d{3}$/.test(plain) && places !== 3) return UNCLEAR
  return /^\d+,\d+$/.test(plain) && !/,\d{3}$/.test(plain) ? plain.replace(',', '.') : plain
}

/** A typed price as the rules read it, by the places that its currency has. */
export const typedPrice = (text: string, currency: string): string => typedDecimal(text, minorPlaces(currency))

/** A typed amount in minor units; undefined for what is none, or could be two. */
export const typedAmount = (text: string, currency: string): number | undefined =>
  parseMinor(typedPrice(text, currency), currency)
