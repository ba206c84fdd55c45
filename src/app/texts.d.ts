// Made by scripts/build/texts-plugin.ts.
declare module 'virtual:texts' {
  /** What brings a part of the texts, by part and language. */
  export const parts: Readonly<Record<string, Readonly<Record<string, () => Promise<{ default: object }>>>>>
}
