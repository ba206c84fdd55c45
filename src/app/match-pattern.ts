/** Whether a path matches a pattern such as `/category/:pid`; a trailing slash does not matter. */
export function matchPattern(pattern: string, path: string): boolean {
  const wanted = pattern.split('/').filter(Boolean)
  const given = path.split('/').filter(Boolean)
  return wanted.length === given.length && wanted.every((part, n) => part.startsWith(':') || part === given[n])
}
