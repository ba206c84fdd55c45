// Made by scripts/build/drain.ts.
declare module 'virtual:drain' {
  /** Where the drain's script is; empty while developing. */
  export const drainAddress: string
}
