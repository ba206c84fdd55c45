/** So many searches are remembered. */
const REMEMBERED = 20

/** What was searched for: the newer texts, then those from before, each once. */
export const remembered = (newer: readonly string[], before: readonly string[]): string[] =>
  [...new Set([...newer, ...before])].slice(0, REMEMBERED)
