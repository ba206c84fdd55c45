/** Seen by nobody yet, on sale, or taken off the shelf for now. */
export const goodsStates = ['draft', 'listed', 'hidden'] as const
export type GoodsState = (typeof goodsStates)[number]
