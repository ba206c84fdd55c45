import { textIn } from '../text/locales.ts'
import type { Product } from './schema.ts'

/** Ends a sentence within a title; not "No. 5", and not "approx. 3". */
const SENTENCE = /(\p{L}{4,})\. +(?=\p{Lu})/gu
const SHOUTED = /^[^\p{Ll}]*\p{Lu}{4,}[^\p{Ll}]*$/u

/** A word in small letters, unless it holds a figure or no vowel: models and abbreviations stay. */
const quiet = (word: string, at: number): string => {
  if (/\d/.test(word) || !/[AEIOUY]/.test(word)) return word
  const low = word.toLowerCase()
  return at === 0 ? low.charAt(0).toUpperCase() + low.slice(1) : low
}

/**
 * A product's title as a list shows it: one line of words whose end may be cut, without full stops in the middle or at
 * the end, and not in capitals throughout.
 */
export function productTitle({ title }: Pick<Product, 'title'>, locale: string): string {
  const text = textIn(title, locale)
    .replace(SENTENCE, '$1 · ')
    .replace(/(\p{L}{3,})\.$/u, '$1')
  return SHOUTED.test(text) ? text.split(' ').map(quiet).join(' ') : text
}
