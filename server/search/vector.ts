import type { Texts } from '#contract/text/locales.ts'
import { titleLength, type fieldWeights } from '#contract/search/rank.ts'
import { searchTokens } from '#contract/search/tokens.ts'

/** The texts and codes by which a product is found. */
export interface Searched {
  title: Texts
  brand: string | null
  codes: readonly string[]
  /** The names of its category, and of those above it. */ leaf: Texts
  above: readonly Texts[]
}

/** The weight that stands for each field; the database makes the field's bit of it (mask_of). */
const weights: Record<keyof typeof fieldWeights, string> = { title: 'A', codes: 'B', leaf: 'C', above: 'D' }

const quoted = (token: string): string => `'${token.replaceAll("'", "''").replaceAll('\\', '\\\\')}'`

/**
 * The columns by which a product is found: its vector (PostgreSQL's own text of it: each token with the weights of the
 * fields it stands in) and how long its title is.
 */
export function searchColumns({ title, brand, codes, leaf, above }: Searched): { tokens: string; title_words: number } {
  const marks = new Map<string, string[]>()
  const put = (weight: string, texts: readonly string[]): void => {
    for (const token of new Set(texts.flatMap((text) => searchTokens(text))))
      marks.set(token, [...(marks.get(token) ?? []), weight])
  }
  put(weights.title, Object.values(title))
  put(weights.codes, brand === null ? codes : [brand, ...codes])
  put(weights.leaf, Object.values(leaf))
  put(
    weights.above,
    above.flatMap((names) => Object.values(names)),
  )
  // A weight needs a position to stand at; which one means nothing here.
  return {
    tokens: [...marks]
      .map(([token, at]) => `${quoted(token)}:${at.map((weight, i) => `${i + 1}${weight}`).join(',')}`)
      .join(' '),
    title_words: titleLength(title),
  }
}

/** The codes among attributes; the database's codes_of() in this language. */
export const codesOf = (attributes: readonly { name: string; value: string }[]): string[] =>
  attributes
    .flatMap(({ name, value }) =>
      name === 'EAN' ? value.split(/\s*,\s*/) : name === 'Model' || name === 'SKU' ? [value] : [],
    )
    .filter((code) => code !== '')
