import { minorPlaces, parseMinor } from '#contract/rules/money.ts'
import { latin } from './typed-number.ts'

/** No price. */
const UNCLEAR = '?'

/**
 * A typed price as the rules read it: "12,50", "1,250.00", "١٢٫٥". What could be one of two amounts ("1.250", where the
 * currency has two places) is left as no price at all.
 */
export function typedPrice(text: string, currency: string): string {
  const plain = latin(text)
    .replace(/[\s'’٬]/g, '')
    .replace('٫', '.')
  const places = minorPlaces(currency)
  if (/^\d{1,3}(,\d{3})*(\.\d+)?$/.test(plain) && plain.includes(',') && !(places === 3 && /^\d+,\d{3}$/.test(plain)))
    return plain.replaceAll(',', '')
  if (/^\d+\.\d{3}$/.test(plain) && places !== 3) return UNCLEAR
  return /^\d+,\d+$/.test(plain) && !/,\d{3}$/.test(plain) ? plain.replace(',', '.') : plain
}

/** A typed amount in minor units; undefined for what is none, or could be two. */
export const typedAmount = (text: string, currency: string): number | undefined =>
  parseMinor(typedPrice(text, currency), currency)
