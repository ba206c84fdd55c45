import { searchTokens } from '#contract/search/tokens.ts'

const word = /[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N}'’-]*/gu
const folded = (text: string): string => searchTokens(text)[0] ?? ''

/**
 * Ways to go on typing: what in these titles goes on from the last word that was typed, with and without the word after
 * it, most frequent first. Titles in scripts without spaces go on by the character.
 */
export function completions(typed: string, titles: readonly string[], limit: number): string[] {
  const text = typed.trim().replace(/\s+/g, ' ')
  const last = text.match(word)?.at(-1) ?? ''
  const before = text.slice(0, text.length - last.length)
  const start = last.toLowerCase()
  const counts = new Map<string, number>()
  const offer = (way: string): void => {
    const whole = before + way
    if (whole.toLowerCase() !== text.toLowerCase()) counts.set(whole, (counts.get(whole) ?? 0) + 1)
  }
  for (const title of titles) for (const way of new Set(waysOf(title, start))) offer(way)
  return [...counts]
    .sort((a, b) => b[1] - a[1] || a[0].length - b[0].length || (a[0] < b[0] ? -1 : 1))
    .slice(0, limit)
    .map(([way]) => way)
}

const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u
/** How far a title in a script without spaces goes on (characters). */
const RUN = 6

function waysOf(title: string, start: string): string[] {
  const words = [...title.matchAll(word)].map(([text]) => text.toLowerCase())
  return words.flatMap((text, i) => {
    if (unspaced.test(start)) {
      const at = text.indexOf(start)
      return at < 0 ? [] : [[...text.slice(at)].slice(0, [...start].length + RUN).join('')]
    }
    if (!text.startsWith(start) && !folded(text).startsWith(folded(start))) return []
    const next = words[i + 1]
    // A short word after it (of, de, в) is no place to stop.
    return next && /\p{L}{3}/u.test(next) ? [text, `${text} ${next}`] : [text]
  })
}
