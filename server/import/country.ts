import { isCountry } from '../market/area-tree.ts'
import { isRecord } from './fields.ts'

/** Where files write it: on the line itself, or in what they say of its store. */
const fields = ['storeCountry', 'shipsFrom', 'country', 'area'] as const

const codeOf = (value: unknown): string | undefined => {
  const code = typeof value === 'string' ? value.trim().toUpperCase() : ''
  return isCountry(code) ? code : undefined
}

/**
 * The country that a line's store ships from (ISO 3166-1 alpha-2); null where the line names none that exists: no order
 * depends on it.
 */
export function countryOf(record: Record<string, unknown>): string | null {
  const places = isRecord(record.store) ? [record.store, record] : [record]
  for (const place of places)
    for (const field of fields) {
      const code = codeOf(place[field])
      if (code !== undefined) return code
    }
  return null
}
