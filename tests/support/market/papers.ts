import { expect } from 'vitest'
import { readPaper, type InvoicePaper } from '#contract/invoices/paper.ts'
import { sealedFields } from '#contract/sync/sealed-fields.ts'
import type { Invoice } from '#contract/sync/schema-rows.ts'
import { sealKey } from '#localdb/queries/account.ts'
import { papersOfOrders } from '#localdb/queries/invoices.ts'
import type { UserReader } from '#localdb/read.ts'
import { unsealFields } from '#localdb/seal.ts'
import type { Query, Say } from './unsound-money.ts'
import type { TestDevice } from '../device/world.ts'

/** A paper as a device shows it. */
export interface ShownPaper {
  row: Invoice
  paper: InvoicePaper
}

/** The papers of an order that a device has, opened; `as` is a person's uid, or a desk's id. */
export async function papersOn(
  { device, as }: { device: Pick<TestDevice, 'userDb'>; as: string },
  orderId: string,
): Promise<ShownPaper[]> {
  const db = await device.userDb(as)
  try {
    const user = db as unknown as UserReader
    const { uid, key } = (await sealKey({ user }))!
    const rows = await papersOfOrders([orderId])(user)
    return await Promise.all(
      rows.map(async (row) => {
        expect(row.paper).toMatch(/^s1\./)
        const clear = (await unsealFields(key, uid, `invoices/${row.id}`, row, sealedFields.invoices!))!
        return { row: clear, paper: readPaper(clear.paper)! }
      }),
    )
  } finally {
    db.close()
  }
}

/** Takes down papers that do not agree with their orders. */
export async function unsoundPapers(query: Query, say: Say): Promise<void> {
  say(
    'an invoice and its credit notes do not come to what was kept',
    await query(`
    select o.id, i.total, o.due, o.refunded, coalesce(sum(c.total), 0)::bigint as credited
      from orders o join invoices i on i.id = o.id || ':0' left join invoices c on c.credits = i.id
      group by o.id, i.id
      having i.total <> o.total or coalesce(sum(c.total), 0) > i.total
        or (o.refunded = 0) and coalesce(sum(c.total), 0) <> 0
        or (o.refunded = o.due) and coalesce(sum(c.total), 0) <> i.total
        or (o.currency = o.due_currency) and coalesce(sum(c.total), 0) <> o.refunded`),
  )
  say(
    'a refund of an order with an invoice has no credit note, or a credit note no refund',
    await query(`
    select o.id from orders o join invoices i on i.id = o.id || ':0'
      where (select array_agg(o.id || ':' || n order by n) from order_refunds r where r.order_id = o.id)
        is distinct from (select array_agg(c.id order by split_part(c.id, ':', 3)::int) from invoices c
          where c.credits = i.id)`),
  )
}

/** Ranges whose numbers are not all there, each once: for markets that were never set back. */
export const GAPS = `
  select r.store_id, r.kind, r.test, r.last, count(i.id)::int as papers from invoice_ranges r left join invoices i
    on i.store_id = r.store_id and i.kind = r.kind and i.test = r.test
  group by r.store_id, r.kind, r.test
  having count(i.id) <> r.last or min(i.n) <> 1 or max(i.n) <> r.last or max(i.issued_at) <> r.last_at`
