/** A contract's text of its parts: a heading each, and its sentences with what stands between them. */
export const asText = (between: string, parts: readonly (readonly [head: string, ...sentences: string[]])[]): string =>
  parts.map(([head, ...sentences]) => `${head}\n${sentences.join(between)}\n`).join('\n')

/**
 * A contract's text with more sentences after one of its own.
 *
 * @throws Error where the text has no such sentence
 */
export function withMore(text: string, after: string, more: string): string {
  if (!text.includes(after)) throw new Error(`The contract does not say “${after}”`)
  return text.replace(after, after + more)
}
