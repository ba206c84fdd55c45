import { sql, type Selectable } from 'kysely'
import type { Change } from '#contract/sync/schema-changes.ts'
import type { Db, Tx } from '../db/tables/tables.ts'
import type { InvoiceTables } from '../db/tables/invoices.ts'
import { isChosen, type RowChoice } from '../feed/choice.ts'

/** An invoice or a credit note as its table has it. */
export type InvoiceRow = Selectable<InvoiceTables['invoices']>

/** A paper as the feed of its buyer or of its store carries it, which are the same but for the rev. */
export const invoiceChange = (row: InvoiceRow, rev: number): Change => ({
  table: 'invoices',
  key: row.id,
  rev,
  row: {
    ...{ id: row.id, orderId: row.order_id, shopId: row.store_id, kind: row.kind, number: row.number },
    ...{ at: row.issued_at.getTime(), currency: row.currency, total: row.total },
    ...{ paper: row.paper, hash: Buffer.from(row.hash).toString('hex') },
  },
})

/** The chosen papers of a person, or of a store. */
export async function readInvoices(
  db: Db | Tx,
  { userId, storeId }: { userId: string; storeId?: number | undefined },
  choice: RowChoice,
): Promise<Change[]> {
  const ofStore = storeId !== undefined
  const rev = ofStore ? sql`store_rev` : sql`rev`
  const chosen = isChosen(choice, 'invoices', { rev, key: sql`id` })
  const ofOwner = ofStore ? sql`store_id = ${storeId}::int` : sql`user_id = ${userId}::uuid`
  const { rows } = await sql<InvoiceRow>`
    select * from invoices where ${ofOwner} and ${chosen} order by id`.execute(db)
  return rows.map((row) => invoiceChange(row, ofStore ? (row.store_rev ?? 0) : row.rev))
}
