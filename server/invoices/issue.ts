import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { isTest } from '#contract/coins/assets.ts'
import { PAPER_VERSION, readPaper, type InvoicePaper } from '#contract/invoices/paper.ts'
import {
  creditAmount,
  creditedOf,
  grossOf,
  invoiceNumber,
  leftOf,
  taxesOf,
  type InvoiceKind,
  type TaxPart,
} from '#contract/invoices/rules.ts'
import type { Tx } from '../db/tables/tables.ts'
import { invoiceChange } from './change.ts'
import type { OrderRow } from '../orders/order/change.ts'
import type { OwnerCall } from '../feed/owner-feed.ts'
import type { GivenBack } from '../orders/order/given-back.ts'
import { paperLines, paperOrder, readParties } from './facts.ts'
import type { OrderMove } from '../orders/order/move.ts'

// An order's invoice is issued in the transaction that pays it, and a credit note in each that gives something of it
// back. The database refuses every change of an issued paper (migration 0088).

/** The id of an order's invoice (0), or of the credit note of its nth refund. */
const paperId = (order: OrderRow, n: number): string => `${order.id}:${n}`

/** Takes the next number of a store's range; its row is locked until the commit. `at` is when it is issued. */
async function takeNumber(
  tx: Tx,
  { storeId, kind, test, at }: { storeId: number; kind: InvoiceKind; test: boolean; at: number },
): Promise<{ n: number; at: number }> {
  const { rows } = await sql<{ n: number; at: Date }>`
    insert into invoice_ranges as r (store_id, kind, test, last, last_at)
      values (${storeId}::int, ${kind}::text, ${test}::boolean, 1, ${new Date(at)}::timestamptz)
    on conflict (store_id, kind, test) do update
      set last = r.last + 1, last_at = greatest(r.last_at, excluded.last_at)
    returning last as n, last_at as at`.execute(tx)
  const [taken] = rows
  return { n: taken!.n, at: taken!.at.getTime() }
}

/** A paper without its number and its time, which come with its range. */
type Unnumbered = Omit<InvoicePaper, 'v' | 'number' | 'at'>

/** Numbers a paper and writes it; the buyer's device gets it with the answer, the store's by its feed. */
async function issue(
  { tx, rev, also }: OwnerCall,
  order: OrderRow,
  { facts, prefix, at, nth, credits }: { facts: Unnumbered; prefix: string; at: number; nth: number; credits?: string },
): Promise<void> {
  const { kind, test, currency, total } = facts
  const storeId = order.store_id
  const place = await takeNumber(tx, { storeId, kind, test, at })
  const number = invoiceNumber({ kind, test, prefix, storeId, n: place.n })
  const whole: InvoicePaper = { v: PAPER_VERSION, ...facts, number, at: place.at }
  const paper = JSON.stringify(whole)
  const row = await tx
    .insertInto('invoices')
    .values({
      ...{ id: paperId(order, nth), store_id: storeId, user_id: order.user_id, order_id: order.id },
      ...{ kind, test, n: place.n, number, credits: credits ?? null, issued_at: new Date(place.at) },
      ...{ currency, total, paper, hash: createHash('sha256').update(paper).digest(), rev },
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  also.push(invoiceChange(row, row.rev))
}

/** Issues the invoice of an order that is being paid, at the moment of the payment (Unix ms). */
export async function issueInvoice(
  call: OwnerCall,
  order: OrderRow,
  { at, paid }: Pick<OrderMove, 'at' | 'paid'>,
): Promise<void> {
  if (!paid) throw new Error(`Order ${order.id} is paid in no coin`)
  const { prefix, ...parties } = await readParties(call.tx, order)
  const { currency, goods, shipping, tax, tax_included: taxIncluded, tax_rate: taxRate, rate } = order
  const taxes = taxesOf({ goods, shipping, tax, taxIncluded, taxRate })
  const facts: Unnumbered = {
    kind: 'invoice',
    ...{ test: isTest(paid.asset), credits: null, why: null, order: paperOrder(order), ...parties, currency },
    ...{ lines: paperLines(order, order.lines), taxes, sums: { goods, shipping, taxIncluded }, total: grossOf(taxes) },
    money: {
      ...{ at, amount: order.due, currency: order.due_currency },
      rate: rate && { numerator: rate.numerator, denominator: rate.denominator, at: rate.at },
      ...{ asset: paid.asset, units: String(paid.units), coinRate: paid.rate ?? null },
    },
  }
  await issue(call, order, { facts, prefix, at, nth: 0 })
}

/** The paper that a row holds. @throws Error when a newer market has written it */
function paperIn({ id, paper: text }: { id: string; paper: string }): InvoicePaper {
  const paper = readPaper(text)
  if (!paper) throw new Error(`The paper ${id} is of a newer form`)
  return paper
}

/** The amounts that the credit notes of an invoice have taken back so far, by their rates. */
async function creditedBefore(tx: Tx, invoiceId: string): Promise<TaxPart[][]> {
  const notes = await tx.selectFrom('invoices').select(['id', 'paper']).where('credits', '=', invoiceId).execute()
  return notes.map((note) => paperIn(note).taxes)
}

/**
 * Issues the credit note of an order's last refund, which `order` counts already. An order that was paid before there
 * were invoices has none to credit.
 */
export async function issueCreditNote(
  call: OwnerCall,
  order: OrderRow,
  { amount, units, lines, why, at }: Pick<GivenBack, 'amount' | 'units' | 'lines' | 'why' | 'at'>,
): Promise<void> {
  const invoice = await call.tx
    .selectFrom('invoices')
    .select(['id', 'paper'])
    .where('id', '=', paperId(order, 0))
    .executeTakeFirst()
  if (!invoice) return
  const paper = paperIn(invoice)
  const { prefix, seller, market } = await readParties(call.tx, order)
  const { test, currency, buyer, money, number, at: issuedAt } = paper
  const given = { due: order.due, before: order.refunded - amount, after: order.refunded }
  const left = leftOf(paper.taxes, await creditedBefore(call.tx, invoice.id))
  const taxes = creditedOf(left, creditAmount(paper.total, given))
  const facts: Unnumbered = {
    kind: 'creditNote',
    ...{ test, credits: { number, at: issuedAt }, why, order: paper.order },
    // The buyer may have left since: a credit note names whom its invoice names.
    ...{ seller, buyer, market, currency, lines: paperLines(order, lines), taxes, sums: null, total: grossOf(taxes) },
    money: { ...money, at, amount, units: String(units) },
  }
  await issue(call, order, { facts, prefix, at, nth: order.refunds.length, credits: invoice.id })
}
