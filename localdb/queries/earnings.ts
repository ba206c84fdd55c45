import { earningsOf, type Earning } from '#contract/rules/earnings.ts'
import type { UserReader } from '../read.ts'

// What a store has earned, from its orders as its desk has them.

/** What an order brought, or took back, at one moment. */
export interface EarningEntry extends Earning {
  /** The order, and its number. */
  id: string
  number: string
  currency: string
}

/** Earnings of a span of days. */
export interface Earnings {
  /** The newest first. */
  entries: EarningEntry[]
  /** Minor units that are held for the store's orders now; null where nothing was paid yet. */
  held: { amount: number; currency: string } | null
}

/** What the store has earned from a moment until before another (Unix ms), and what is held for it. */
export const earningsBetween =
  (from: number, until: number) =>
  async (user: UserReader): Promise<Earnings> => {
    const rows = await user.sales.toArray()
    const sales = rows.flatMap(({ shown }) =>
      shown?.due && shown.paidAt !== null ? [{ ...shown, due: shown.due }] : [],
    )
    const entries = sales.flatMap((sale) =>
      earningsOf(sale).flatMap((one) =>
        one.at >= from && one.at < until
          ? [{ ...one, id: sale.id, number: sale.number, currency: sale.due.currency }]
          : [],
      ),
    )
    const [first] = sales
    return {
      entries: entries.sort((a, b) => b.at - a.at),
      held: first ? { amount: sales.reduce((sum, { held = 0 }) => sum + held, 0), currency: first.due.currency } : null,
    }
  }
