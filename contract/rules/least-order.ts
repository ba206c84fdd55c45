import type { Store } from '../schema/catalogue.ts'

// A store may ask for a least order: so many pieces over all its goods together, or so much money. The same rule counts
// in the cart and at the server.

/** A store asks for at most so many pieces, or so much (minor units of its currency). */
export const LEAST_PIECES_MAX = 1_000_000
export const LEAST_AMOUNT_MAX = 1_000_000_000

/** What an order holds, as far as a least order is about it. */
interface Ordered {
  currency: string
  lines: readonly { num: number; amount: number }[]
}

/** By how much an order is below its store's least: pieces, or minor units of the store's currency. */
export interface BelowLeast {
  of: 'pieces' | 'amount'
  least: number
  missing: number
}

/**
 * How far an order is below its store's least; undefined when it is not. Money is counted in the store's own currency,
 * as its shipping is: goods in another are asked for no amount.
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
