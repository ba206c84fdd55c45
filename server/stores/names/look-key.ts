import { readFileSync } from 'node:fs'
import { cleanName } from '#contract/merchants/rules.ts'

// A Cyrillic а is not the a of Latin, and nobody sees the difference: two names are compared by what they look like
// (Unicode's confusables, UTS #39), beside nameKey, which compares them as words of one script.

/** Letters by the characters of other scripts that look like them; read when the first name comes. */
let looks: ReadonlyMap<string, string> | undefined

function readLooks(): ReadonlyMap<string, string> {
  const lines = readFileSync(new URL('./lookalikes.txt', import.meta.url), 'utf8')
    .split('\n')
    .slice(1)
  return new Map(
    lines.flatMap((line) => {
      const [look = '', chars = ''] = line.split(' ')
      // Letters of ASCII stay what they are, also where two of them look like a third.
      return Array.from(chars, (char) => [char, look === 'rn' ? 'm' : look] as const)
    }),
  )
}

/** A key of a store's name that is equal for names that look the same. */
export function lookKey(name: string): string {
  looks ??= readLooks()
  const seen = looks
  const shown = Array.from(cleanName(name).normalize('NFKC'), (char) => seen.get(char) ?? char).join('')
  return (
    shown
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]/gu, '')
      // A capital i, a small l and a one are one stroke in many fonts, and both cases of i are one letter.
      .replace(/[i1]/g, 'l')
      .replace(/0/g, 'o') || cleanName(name)
  )
}
