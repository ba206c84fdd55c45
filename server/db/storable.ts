/**
 * Whether PostgreSQL can hold every text in a value: it has no character 0. What came from outside is asked before it
 * gets anywhere near a statement, whose error would be logged and undo what others did in the same transaction.
 */
export function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return !value.includes('\u0000')
  if (Array.isArray(value)) return value.every(isStorable)
  return typeof value !== 'object' || value === null || Object.values(value).every(isStorable)
}
