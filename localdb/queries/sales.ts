import { isUnder, saleFilters, type SaleFilter } from '#contract/rules/sales.ts'
import type { Sale } from '#contract/schema/store-rows.ts'
import type { UserReader } from '../read.ts'

// A store's orders as its screens read them from its desk. What is sealed in them stays so.

/** An order of the store; `pending` while something done with it is not at the server. */
export interface SaleItem extends Sale {
  pending: boolean
}

/** The first of the orders under a filter, and how many there are under each. */
export interface Sales {
  items: SaleItem[]
  counts: Record<SaleFilter, number>
}

/**
 * The store's orders under a filter, at most so many: those to ship in the order in which they were paid, others the
 * newest first.
 */
export const salesUnder =
  (filter: SaleFilter, most: number, now = Date.now()) =>
  async (user: UserReader): Promise<Sales> => {
    const rows = await user.sales.toArray()
    const shown = rows.flatMap(({ shown, pending }) => (shown ? [{ ...shown, pending: pending > 0 }] : []))
    const counts = Object.fromEntries(
      saleFilters.map((one) => [one, shown.filter((sale) => isUnder(sale, one, now)).length]),
    ) as Sales['counts']
    const waits = filter === 'toShip' || filter === 'late'
    const items = shown
      .filter((sale) => isUnder(sale, filter, now))
      .sort((a, b) => (waits ? (a.paidAt ?? 0) - (b.paidAt ?? 0) : b.createdAt - a.createdAt))
    return { items: items.slice(0, most), counts }
  }

/** Some of the store's orders by their ids, in that order; those that are not here are left out. */
export const salesById =
  (ids: readonly string[]) =>
  async (user: UserReader): Promise<SaleItem[]> => {
    const rows = await user.sales.bulkGet([...ids])
    return rows.flatMap((row) => (row?.shown ? [{ ...row.shown, pending: row.pending > 0 }] : []))
  }
