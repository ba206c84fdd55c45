import { earningsOf, type Earning } from '#contract/earnings/rules.ts'
import type { UserReader } from '../read.ts'

// The earnings of a store, from the orders on its desk.

/** An amount that an order brought in, or took back, at one moment. */
export interface EarningEntry extends Earning {
  /** The order, and which of its entries this is, counted from 0: two of one moment may be of one amount. */
  id: string
  nth: number
  /** The order's number. */
  number: string
  currency: string
}

/** Minor units that are held for one order, paid at a moment (Unix ms). */
export interface HeldEntry {
  id: string
  number: string
  amount: number
  paidAt: number
}

/** Earnings of a span of days. */
export interface Earnings {
  /** The newest first. */
  entries: EarningEntry[]
  /** Minor units that are held for the store's orders now, and for which, the oldest first; null before any payment. */
  held: { amount: number; currency: string; entries: HeldEntry[] } | null
}

/** The store's earnings from one moment until before another (Unix ms), and what is held for it. */
export const earningsBetween =
  (from: number, until: number) =>
  async (user: UserReader): Promise<Earnings> => {
    const rows = await user.sales.toArray()
    const sales = rows.flatMap(({ shown }) =>
      shown?.due && shown.paidAt !== null ? [{ ...shown, due: shown.due, paidAt: shown.paidAt }] : [],
    )
    const entries = sales.flatMap((sale) =>
      earningsOf(sale).flatMap((one, nth) =>
        one.at >= from && one.at < until
          ? [{ ...one, id: sale.id, nth, number: sale.number, currency: sale.due.currency }]
          : [],
      ),
    )
    const holding = sales.flatMap(({ id, number, paidAt, held = 0 }) =>
      held > 0 ? [{ id, number, paidAt, amount: held }] : [],
    )
    const [first] = sales
    return {
      entries: entries.sort((a, b) => b.at - a.at),
      held: first
        ? {
            amount: holding.reduce((sum, { amount }) => sum + amount, 0),
            currency: first.due.currency,
            entries: holding.sort((a, b) => a.paidAt - b.paidAt),
          }
        : null,
    }
  }
