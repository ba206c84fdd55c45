import { sql, type RawBuilder } from 'kysely'
import type { StoreChange } from '#contract/sync/schema-store-rows.ts'
import type { Tx } from '../../db/tables/tables.ts'
import { isChosen, type RowChoice } from '../../feed/choice.ts'
import { orderFacts, readOrders, type OrderRow } from '../../orders/order/change.ts'

// An order as its store's feed carries it.

/** The chosen ones of a store's orders. */
export async function readChosenSales(tx: Tx, storeId: number, choice: RowChoice): Promise<StoreChange[]> {
  const chosen = isChosen(choice, 'sales', { rev: sql`o.store_rev`, key: sql`o.id` })
  return readSales(tx, sql`o.store_id = ${storeId}::int and ${chosen}`)
}

/** An order of a store, as its feed now has it. */
export const readSale = async (tx: Tx, id: string): Promise<StoreChange> =>
  (await readSales(tx, sql`o.id = ${id}::text`))[0]!

async function readSales(tx: Tx, where: RawBuilder<unknown>): Promise<StoreChange[]> {
  const orders = await readOrders(tx, where)
  const { rows } = await sql<{ id: string; username: string }>`
    select id, username from users where id = any(${orders.map((o) => o.user_id)}::uuid[])`.execute(tx)
  const names = new Map(rows.map(({ id, username }) => [id, username]))
  return orders.map((order) => saleChange(order, names.get(order.user_id) ?? '', order.store_rev ?? 0))
}

/** An order as its store's feed carries it: nothing of the buyer but a name, and where the goods go. */
const saleChange = (o: OrderRow, buyer: string, rev: number): StoreChange => ({
  table: 'sales',
  key: o.id,
  rev,
  row: {
    ...orderFacts(o),
    buyer,
    feeRate: o.fee_rate,
    parcels: o.parcels,
    // The buyer's own files are nobody else's; the pictures that were made of them are shown.
    reports: o.reports.map((report) => ({ ...report, files: [] })),
    refunds: o.refunds,
  },
})
