import { createHash } from 'node:crypto'

/** JSON with the keys of every object in order, so that equal values have equal text. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const entries = Object.entries(value)
    .filter(([, v]) => v !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${entries.map(([k, v]) => `${JSON.stringify(k)}:${canonical(v)}`).join(',')}}`
}

/** What an intent's id stands for: SHA-256 over its name and its parsed payload. */
export const intentHash = (name: string, payload: unknown): Buffer =>
  createHash('sha256')
    .update(canonical([name, payload]))
    .digest()

/** Stands where an id was cancelled before it came: whatever comes under it has been cancelled. */
export const VOID_HASH: Buffer = Buffer.alloc(32)
