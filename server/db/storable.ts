/**
 * Where in a value a text stands that PostgreSQL cannot hold, since it has the character 0; undefined when there is
 * none. What came from outside is asked before it gets anywhere near a statement, whose error would be logged and undo
 * what others did in the same transaction.
 */
export function unstorableAt(value: unknown, at: readonly string[] = []): readonly string[] | undefined {
  if (typeof value === 'string') return value.includes('\u0000') ? at : undefined
  if (typeof value !== 'object' || value === null) return undefined
  for (const [name, part] of Object.entries(value)) {
    const found = unstorableAt(part, [...at, name])
    if (found) return found
  }
  return undefined
}
