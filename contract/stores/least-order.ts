import type { Store } from '../catalogue/schema.ts'

// A store may ask for a least order: a number of pieces over all its goods together, or an amount of money. The same
// rule counts in the cart and at the server.

/** The most that a store may ask for: pieces, or minor units of its currency. */
export const LEAST_PIECES_MAX = 1_000_000
export const LEAST_AMOUNT_MAX = 1_000_000_000

/** The contents of an order, as far as a least order depends on them. */
interface Ordered {
  currency: string
  lines: readonly { num: number; amount: number }[]
}

/** The amount by which an order is below its store's least: pieces, or minor units of the store's currency. */
export interface BelowLeast {
  of: 'pieces' | 'amount'
  least: number
  missing: number
}

/**
 * The amount by which an order is below its store's least; undefined when it is not. Money is counted in the store's
 * own currency, as its shipping is: no amount is asked of goods in another currency.
 */
export function belowLeast(
  { least, currency }: Pick<Store, 'least' | 'currency'>,
  order: Ordered,
): BelowLeast | undefined {
  const { pieces, amount } = least ?? {}
  const missing = (wanted: number, has: number, of: BelowLeast['of']): BelowLeast | undefined =>
    has < wanted ? { of, least: wanted, missing: wanted - has } : undefined
  const sum = (part: 'num' | 'amount'): number => order.lines.reduce((all, line) => all + line[part], 0)
  return (
    (pieces === undefined ? undefined : missing(pieces, sum('num'), 'pieces')) ??
    (amount === undefined || order.currency !== currency ? undefined : missing(amount, sum('amount'), 'amount'))
  )
}
