// The alphabet of what people read out and type: numbers of orders, codes of products. No two of its letters look or
// sound alike: I and L would be 1, O would be 0, S would be 5, U would be V.

export const ALPHABET = '0123456789ABCDEFGHJKMNPQRTVWXYZ'

/** How many letters there are: a prime, so that a check letter finds every wrong letter and every two swapped. */
export const BASE = ALPHABET.length

/** Letters that a person may write for one of the alphabet. */
const meant: Readonly<Record<string, string>> = { I: '1', L: '1', O: '0', S: '5', U: 'V' }

/** The letters that a typed text means, without spaces and dashes; undefined when one is not of the alphabet. */
export function lettersIn(text: string): string | undefined {
  const letters = [...text.toUpperCase().replace(/[\s\p{Pd}]/gu, '')].map((letter) => meant[letter] ?? letter)
  return letters.every((letter) => ALPHABET.includes(letter)) ? letters.join('') : undefined
}
