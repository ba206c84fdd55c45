import { cutText, plainText } from './plain-text.ts'

/** A line that cannot become a product, and in words why. */
export class Unusable extends Error {}

/** How a value is named in a reason. */
export const shown = (value: unknown): string => cutText(JSON.stringify(value) ?? String(value), 60)

/** A field as plain text on one line; undefined when it is absent or empty. A number is taken as its digits. */
export function plainField(record: Record<string, unknown>, field: string, max: number): string | undefined {
  const value = record[field]
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'string' && typeof value !== 'number')
    throw new Unusable(`${field} is not a text: ${shown(value)}`)
  const text = plainText(String(value), { lines: false })
  return text === '' ? undefined : cutText(text, max)
}

/** A whole number of at least `least`; a text of digits is one. */
export function wholeOf(
  record: Record<string, unknown>,
  field: string,
  least: number,
  most: number,
): number | undefined {
  const value = record[field]
  if (value === undefined || value === null || value === '') return undefined
  const number = typeof value === 'string' && /^\s*-?\d{1,15}(?:\.0*)?\s*$/.test(value) ? Number(value) : value
  if (typeof number !== 'number' || !Number.isInteger(number))
    throw new Unusable(`${field} is not a whole number: ${shown(value)}`)
  if (number < least) throw new Unusable(`${field} is below ${least}: ${shown(value)}`)
  return Math.min(number, most)
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value)
