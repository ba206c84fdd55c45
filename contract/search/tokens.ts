import { foldText } from '../text/fold-text.ts'

/** The longest token (characters); the rest is cut off. */
const TOKEN_MAX = 40

// Scripts written without spaces between words: their runs become overlapping pairs.
const unspaced = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}ー々`
const pieces = new RegExp(String.raw`(?<run>[${unspaced}]+)|\d+(?:[.,]\d+)+|[[\p{L}\p{M}\p{N}]--[${unspaced}]]+`, 'gv')

// "The", and "and the", where at least three letters remain; after folding, because the hamza that tells it from a
// word's own beginning is left out as often as not.
const arabicWord = (word: string): string => word.replace(/^و?ال(?=\p{Script=Arabic}{3})/u, '')

function pairs(run: string): string[] {
  const chars = [...run]
  if (chars.length === 1) return chars
  return chars.slice(1).map((char, i) => chars[i]! + char)
}

/**
 * The tokens by which a text is found, each once, in order. The same function makes the stored vectors and takes a
 * query apart, on the server and on the device. Tokens are words in scripts that have spaces between them, and pairs of
 * characters in Chinese, Japanese, Korean and Thai.
 */
export function searchTokens(text: string): string[] {
  const found = new Set<string>()
  for (const { 0: piece, groups } of foldText(text).matchAll(pieces)) {
    if (groups!.run) for (const pair of pairs(piece)) found.add(pair)
    else found.add(arabicWord(piece).slice(0, TOKEN_MAX))
  }
  return [...found]
}
