import { ALPHABET, BASE, lettersIn } from '../text/letters.ts'

// The market's code of a product or of one of its choices, as people read, say and type it: "C00K7-M", "C00K7-3T9".
// It is another writing of their ids, so it names one thing in the whole market, needs no table, and is understood
// without a network. A "C", the product's id in at least four letters, a dash, the choice's id if there is one, and a
// check letter. A code of the maker's (EAN, model, SKU) names a product, too, but not always one alone.

const MARK = 'C'
const LEAST = 4
/** Ids are no larger than the database's. */
const ID_MAX = 2_147_483_647

function lettersOf(value: number, least: number): string {
  let text = ''
  for (let rest = value; rest > 0; rest = Math.floor(rest / BASE)) text = ALPHABET[rest % BASE] + text
  return text.padStart(least, '0')
}

/** The check letter: the sum of all letters' values, each times its place. */
const checkOf = (letters: string): string =>
  ALPHABET[[...letters].reduce((sum, letter, i) => (sum + ALPHABET.indexOf(letter) * (i + 1)) % BASE, 0)]!

/** The code of a product, or of one of its choices (`variantId` 0 for none). */
export function productCode(id: number, variantId = 0): string {
  const [product, choice] = [lettersOf(id, LEAST), variantId === 0 ? '' : lettersOf(variantId, 1)]
  return `${MARK}${product}-${choice}${checkOf(product + choice)}`
}

const valueOf = (letters: string): number =>
  [...letters].reduce((value, letter) => value * BASE + ALPHABET.indexOf(letter), 0)

/** The goods that a typed code names; undefined when it is none of the market's, or a letter is wrong. */
export function parseProductCode(text: string): { id: number; variantId: number } | undefined {
  const match = /^\s*c([^-‐‑–—\s]{4,8})\s*[-‐‑–—]\s*([^-‐‑–—\s]{1,9})\s*$/iu.exec(text)
  const [product, rest] = [lettersIn(match?.[1] ?? ''), lettersIn(match?.[2] ?? '')]
  if (!product || !rest) return undefined
  const [id, variantId] = [valueOf(product), valueOf(rest.slice(0, -1))]
  if (id < 1 || id > ID_MAX || variantId > ID_MAX) return undefined
  return productCode(id, variantId) === `${MARK}${product}-${rest}` ? { id, variantId } : undefined
}
