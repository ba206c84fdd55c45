import type { Invoice } from '#contract/sync/schema-rows.ts'
import type { UserReader } from '../read.ts'
import type { MirrorTables } from '../schema.ts'

// Invoices and credit notes, of a person or, from a store's desk, of the store. Their contents are sealed.

const shownOf = (rows: readonly MirrorTables['invoices'][]): Invoice[] => rows.flatMap(({ shown }) => shown ?? [])
/** Its place among the papers of its order: the invoice is the first. */
const placeOf = ({ id }: Invoice): number => Number(id.split(':').at(-1))

/** The papers of some orders: order by order as they are named, each order's invoice before its credit notes. */
export const papersOfOrders =
  (ids: readonly string[]) =>
  async (user: UserReader): Promise<Invoice[]> => {
    if (ids.length === 0) return []
    const rows = await user.invoices
      .where('key')
      .startsWithAnyOf(ids.map((id) => `${id}:`))
      .toArray()
    const order = (row: Invoice): number => ids.indexOf(row.orderId)
    return shownOf(rows).sort((a, b) => order(a) - order(b) || placeOf(a) - placeOf(b))
  }

/** The papers that were issued from a moment until before another (Unix ms), the oldest first. */
export const papersBetween =
  (from: number, until: number) =>
  async (user: UserReader): Promise<Invoice[]> => {
    const rows = await user.invoices.where('shown.at').between(from, until).toArray()
    return shownOf(rows).sort((a, b) => a.at - b.at || (a.number < b.number ? -1 : 1))
  }
