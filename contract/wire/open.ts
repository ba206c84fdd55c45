// Apart from open-schema.ts, so that a page can read open values without carrying the schemas' library.

declare const unknownValue: unique symbol
/** A value that a newer server sent and this app does not know, kept as it came: the next version may know it. */
export type UnknownValue = string & { readonly [unknownValue]: true }

/** A value of a list that grows with the server; only `knownOr` turns it into one of those known here. */
export type Open<K extends string> = K | UnknownValue

/** The value if this app knows it, else the fallback. */
export const knownOr = <K extends string, F>(known: readonly K[], value: string, fallback: F): K | F =>
  (known as readonly string[]).includes(value) ? (value as K) : fallback
