import { latin } from '../../../parts/forms/typed-number.ts'

/** No rate. */
const UNCLEAR = '?'

/**
 * A typed rate as the rules read it: "1,0835", "90,000.5", "١٫٠٨". What could be one of two ("90,000") is left as no
 * rate at all; "0,205" could not, because no group begins with a zero.
 */
export function typedRate(text: string): string {
  const plain = latin(text)
    .replace(/[\s'’٬]/g, '')
    .replace('٫', '.')
  if (/^\d{1,3}(,\d{3})+\.\d+$/.test(plain) || /^[1-9]\d{0,2}(,\d{3}){2,}$/.test(plain))
    return plain.replaceAll(',', '')
  if (/^\d{1,3}(\.\d{3})+,\d+$/.test(plain)) return plain.replaceAll('.', '').replace(',', '.')
  if (/^[1-9]\d{0,2},\d{3}$/.test(plain)) return UNCLEAR
  return plain.replace(',', '.')
}
