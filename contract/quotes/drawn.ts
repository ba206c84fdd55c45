// Apart from the schemas, so that a page can draw up an order without carrying the schemas' library.

/** By what a store knows a buyer for whom it draws up an order. */
export const drawnFor = ['sale', 'storeTalk', 'request'] as const
export type DrawnFor = (typeof drawnFor)[number]
