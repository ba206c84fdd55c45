// Made by scripts/build/texts-plugin.ts.
declare module 'virtual:texts' {
  /** The loaders of the texts, by part (the start's, and all others) and language. */
  export const parts: Readonly<Record<string, Readonly<Record<string, () => Promise<{ default: object }>>>>>
  /** The parts that a screen's feature or a later part of a screen needs besides the start's. */
  export const filesOf: (name: string) => readonly string[]
}
