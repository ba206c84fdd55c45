// Made by scripts/build/texts-plugin.ts.
declare module 'virtual:texts' {
  /** What brings the texts of the start, and all others, by language. */
  export const parts: Readonly<Record<string, Readonly<Record<string, () => Promise<{ default: object }>>>>>
  /** What says more than the start has, and in which parts that is. */
  export const saying: Readonly<Record<string, readonly string[]>>
}
