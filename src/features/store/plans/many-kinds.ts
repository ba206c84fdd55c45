/** The properties that can be changed for many goods at once. */
export const manyKinds = ['price', 'stock', 'show', 'category'] as const
export type ManyKind = (typeof manyKinds)[number]
