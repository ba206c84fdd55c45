/** An address as a URL; undefined when it is none. `URL.parse` is younger than the oldest browsers. */
export function readUrl(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base)
  } catch {
    return undefined
  }
}
