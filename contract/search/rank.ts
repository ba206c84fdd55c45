import { searchTokens } from './tokens.ts'
import type { Texts } from '../text/locales.ts'

// THE RANKING RULE, the same on the device (over its packed index) and at the server (over its vectors). Schema-free:
// the page may import it.
//
// 1. A query is its tokens (tokens.ts), each once, at most WORDS of them: its words. A text is found by the
// fields of `fields`.
// 2. A word stands for tokens of the collection, the first of these that the collection has at all:
//      itself (1) with its plural or singular in -s (PLURAL) · tokens that begin with it, from two characters on; of a
// single character written
//      without spaces between words: tokens that have it (PREFIX) · tokens one typing error away (TYPO; words of four
// letters or more, first letter kept).
//    Of many such tokens the TOKENS_A_WORD most frequent count. A word that stands for nothing is left out. For
// suggestions, the last word, which is
//    still being typed, also stands for tokens that begin with it when the collection has it as it is.
// 3. A document matches a word by its best token: factor × the sum of the weights of the fields that the token stands
// in.
// 4. Its score is Σ over the words it matches of idf(word) × match × norm(title's length), in whole thousandths.
// 5. Hits are the documents that match at least half of the words. Those that match more words come first, then those
// with the higher score,
//    then those that sell more a month, then more ever, then the newer id.
// 6. In another order than the best, only the documents that match as many words as any document does are hits.
//
// The weights were found on people's judgements of a real catalogue (bench/search-quality.ts); the length of the title
// matters more than it seems to,
// because the longest ones name everything that a thing goes with.

/** The largest number of words of a query; further ones add nothing. */
export const WORDS = 12
/** The largest number of tokens that a word stands for. */
export const TOKENS_A_WORD = 64
const PLURAL = 0.6
const PREFIX = 0.6
const TYPO = 0.4

/**
 * The fields a product is found by, by bit in a mask: its title, who made it and the codes it is known by, the name of
 * its own category, those of the categories above. At the server the weights A–D of a vector.
 */
export const fieldWeights = { title: 1, codes: 2, leaf: 4, above: 8 } as const
const WEIGHTS: readonly (readonly [bit: number, weight: number])[] = [
  [fieldWeights.title, 1],
  [fieldWeights.codes, 0.5],
  [fieldWeights.leaf, 0.3],
  [fieldWeights.above, 0.1],
]

/** The weight of a token that stands in the fields of a mask; by mask, 0–15. */
export const weightOfMask: readonly number[] = Array.from({ length: 16 }, (_, mask) =>
  WEIGHTS.reduce((sum, [bit, weight]) => (mask & bit ? sum + weight : sum), 0),
)

/** Tokens of a title, on average over the languages that it is in; 1–255. */
export function titleLength(title: Texts): number {
  const lengths = Object.values(title).map((text) => searchTokens(text).length)
  return Math.min(255, Math.max(1, Math.round(lengths.reduce((sum, n) => sum + n, 0) / Math.max(1, lengths.length))))
}

/** The factor of a match by the number of tokens in the title: 1 at ten, more in a shorter one. */
export const norm = (length: number): number => 1 / (0.7 + 0.03 * length)

/** The weight of a word: it falls with the number of documents that have the most frequent of its tokens. */
export const idf = (documents: number, having: number): number => Math.log(1 + documents / (1 + having))

/** A score in whole thousandths, so that no last digit of a float decides between two. */
export const scoreOf = (sum: number): number => Math.round(sum * 1000)

/** The words of a query. */
export const queryWords = (query: string): string[] => searchTokens(query).slice(0, WORDS)

/** A word that is a single character of a script without spaces: its tokens are pairs that have it. */
const isSingle = (word: string): boolean =>
  [...word].length === 1 &&
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u.test(word)

/** A token that a word stands for, and how much a match by it counts. */
export interface Expansion {
  token: string
  factor: number
}

/** The tokens of a collection, and how many documents have each. */
export interface Vocabulary {
  /** How many documents have a token; 0 for none. */
  having(token: string): number
  /** All tokens with this prefix. */
  beginning(prefix: string): Iterable<string>
  /** All tokens that have this character. */
  containing(char: string): Iterable<string>
}

/** The tokens that a word stands for in a collection, most frequent first; none when it stands for nothing. */
export function expansions(word: string, v: Vocabulary): Expansion[] {
  const most = (tokens: Iterable<string>, factor: number): Expansion[] => mostFrequent(tokens, factor, v)
  if (v.having(word) > 0) return [{ token: word, factor: 1 }, ...most(otherNumber(word), PLURAL)]
  const others = most(otherNumber(word), PLURAL)
  if (others.length > 0) return others
  if (isSingle(word)) return most(v.containing(word), PREFIX)
  const begun = [...word].length >= 2 ? most(v.beginning(word), PREFIX) : []
  if (begun.length > 0 || word.length < 4) return begun
  const near: string[] = []
  for (const token of v.beginning([...word][0]!)) if (isOneErrorAway(word, token)) near.push(token)
  return most(near, TYPO)
}

const mostFrequent = (tokens: Iterable<string>, factor: number, v: Vocabulary): Expansion[] =>
  [...tokens]
    .map((token) => ({ token, having: v.having(token) }))
    .filter((t) => t.having > 0)
    .sort((a, b) => b.having - a.having || (a.token < b.token ? -1 : 1))
    .slice(0, TOKENS_A_WORD)
    .map(({ token }) => ({ token, factor }))

/** The tokens that a word stands for while it is still being typed. */
export function expansionsTyped(word: string, v: Vocabulary): Expansion[] {
  const own = expansions(word, v)
  if ([...word].length < 2) return own
  const known = new Set(own.map(({ token }) => token))
  return [...own, ...mostFrequent(v.beginning(word), PREFIX, v).filter(({ token }) => !known.has(token))]
}

/** The plural or singular of a word, in the languages that make it with -s. */
function otherNumber(word: string): string[] {
  if (!/^\p{Script=Latin}{3,}$/u.test(word)) return []
  return word.endsWith('s') && !word.endsWith('ss') ? [word.slice(0, -1)] : [`${word}s`]
}

/** One letter more, less, other, or two neighbours exchanged. */
export function isOneErrorAway(a: string, b: string): boolean {
  const difference = b.length - a.length
  if (difference < -1 || difference > 1 || a === b) return false
  // The two differ, so that both loops end: beyond its end a word has nothing that could be equal.
  let from = 0
  while (a[from] === b[from]) from++
  let end = 0
  while (a[a.length - 1 - end] === b[b.length - 1 - end]) end++
  const left = a.length - from - end
  const right = b.length - from - end
  return (left <= 1 && right <= 1) || (left === 2 && right === 2 && a[from] === b[from + 1] && a[from + 1] === b[from])
}

/** Whether a document is a hit that matches `matched` of the words of a query that stand for something. */
export const isHit = (matched: number, words: number): boolean => matched > 0 && matched * 2 >= words
