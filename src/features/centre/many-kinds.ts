/** What many goods are changed in at once. */
export const manyKinds = ['price', 'stock', 'show', 'category'] as const
export type ManyKind = (typeof manyKinds)[number]
