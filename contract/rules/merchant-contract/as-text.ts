/** A contract's text of its parts: a heading each, and its sentences with what stands between them. */
export const asText = (between: string, parts: readonly (readonly [head: string, ...sentences: string[]])[]): string =>
  parts.map(([head, ...sentences]) => `${head}\n${sentences.join(between)}\n`).join('\n')
