/**
 * The parts of what the market owes of a coin: in the accounts of people, orders and stores and in withdrawals under
 * way; deposits in a block that are not credited; payments in a block that the book has yet to confirm, below zero, or
 * above it where a network took one back; and test money that was granted and came over no network, below zero.
 */
export const owedParts = ['people', 'orders', 'stores', 'withdrawals', 'arrived', 'paid', 'granted'] as const
export type OwedPart = (typeof owedParts)[number]
