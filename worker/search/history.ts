/** How many searches are remembered. */
export const REMEMBERED_MAX = 20

/** The remembered searches: the newer texts, then those from before, each once. */
export const mergeSearches = (newer: readonly string[], before: readonly string[]): string[] =>
  [...new Set([...newer, ...before])].slice(0, REMEMBERED_MAX)
