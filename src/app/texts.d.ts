// Made by scripts/build/texts-plugin.ts.
declare module 'virtual:texts' {
  /** What brings the texts of the start, and all others, by language. */
  export const parts: Readonly<Record<string, Readonly<Record<string, () => Promise<{ default: object }>>>>>
  /** The parts that a screen's feature or a later part of a screen needs besides the start's. */
  export const filesOf: (name: string) => readonly string[]
}
