// Made by scripts/build/texts-plugin.ts.
declare module 'virtual:texts' {
  /** What brings the texts of the start, and all others, by language. */
  export const parts: Readonly<Record<string, Readonly<Record<string, () => Promise<{ default: object }>>>>>
  /** The features that say more than the start has. */
  export const saying: ReadonlySet<string>
}
