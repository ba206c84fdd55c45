import { plainText, cutText } from './plain-text.ts'

const LEVELS_MAX = 6
const NAME_MAX = 80
const OTHER = ['Other']

/** A level's name: plain text; one written as an address part ("mens-shoes") as words. */
function levelName(value: unknown): string {
  if (typeof value !== 'string' && typeof value !== 'number') return ''
  const text = plainText(String(value), { lines: false })
  const words = /^[a-z0-9]+(-[a-z0-9]+)*$/.test(text) ? text.replaceAll('-', ' ') : text
  return cutText(words.charAt(0).toUpperCase() + words.slice(1), NAME_MAX)
}

function levels(value: unknown): string[] {
  const parts: unknown[] = Array.isArray(value)
    ? value.flat(2)
    : typeof value === 'string'
      ? value.split(/\s*>\s*/)
      : []
  return parts
    .map(levelName)
    .filter((name) => name !== '')
    .slice(0, LEVELS_MAX)
}

/**
 * The category of a line from the root down. `categoryDerived` either says that `category` was derived by someone
 * (true), or
 * holds the derived path itself; without either the product stands under Other.
 */
export function categoryPathOf(record: Record<string, unknown>): string[] {
  const given = levels(record.category)
  if (given.length > 0) return given
  const derived = levels(record.categoryDerived)
  return derived.length > 0 ? derived : OTHER
}
