/** Whether two results are the same to whoever shows them; what is undefined is not there. */
export function sameResult(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Array.isArray(a) || Array.isArray(b))
    return Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.every((part, n) => sameResult(part, b[n]))
  if (a instanceof Map || b instanceof Map) return a instanceof Map && b instanceof Map && sameResult([...a], [...b])
  const names = new Set([...Object.keys(a), ...Object.keys(b)])
  return [...names].every((name) =>
    sameResult((a as Record<string, unknown>)[name], (b as Record<string, unknown>)[name]),
  )
}
