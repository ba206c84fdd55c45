// The accounts of the ledger. They hold ids and no names, so that a deleted account breaks no chain. Those of people,
// stores and orders are chains (migration 0067); the market's own are only sealed.

/** The money that a person may spend. */
export const available = (userId: string): string => `user:${userId}:available`

/** The money paid for an order that is not the store's yet. */
export const escrow = (orderId: string): string => `escrow:${orderId}`

/** The money that a store has earned. */
export const earned = (storeId: number): string => `store:${storeId}:available`

/** The source of money that is worth nothing. */
export const TEST_MINT = 'mint:test'
