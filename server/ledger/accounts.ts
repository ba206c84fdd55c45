import type { Network } from '#contract/coins/networks.ts'

// The accounts of the ledger. They hold ids and no names, so that a deleted account breaks no chain. Those of people,
// stores, orders and withdrawals are chains (migration 0071); the market's own are only sealed.

/** The money that a person may spend. */
export const available = (userId: string): string => `user:${userId}:available`

/** The money paid for an order that is not the store's yet. */
export const escrow = (orderId: string): string => `escrow:${orderId}`

/** The money that a store has earned. */
export const earned = (storeId: number): string => `store:${storeId}:available`

/** The source of money that is worth nothing. */
export const TEST_MINT = 'mint:test'

/** The money of a withdrawal that is under way. */
export const withdrawing = (id: string): string => `withdrawal:${id}`

/** The money on a network, outside the market. */
export const outside = (network: Network): string => `outside:${network}`

/** Losses by reorganisations. */
export const LOSS = 'market:loss'

/** The market's fees on orders. */
export const FEES = 'market:fees'

/** Fees of withdrawals, less what the networks cost. */
export const NETWORK_COSTS = 'market:network'
