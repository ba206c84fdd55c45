import { sql } from 'kysely'
import type { InvoicePaper, PaperBusiness, PaperLine, PaperPlace } from '#contract/invoices/paper.ts'
import type { LinePart } from '#contract/orders/parts.ts'
import type { OrderRow } from '../orders/order/change.ts'
import type { Tx } from '../db/tables/tables.ts'
import { readSiteSettings } from '../market/settings.ts'
import { orderNumber } from '../orders/order/number.ts'

// The contents of an order's papers at the time of their issue.

/** The seller, the buyer and their market; `prefix` is the store's for its numbers. */
export interface Parties extends Pick<InvoicePaper, 'seller' | 'buyer'> {
  market: PaperBusiness
  prefix: string
}

interface PartyRow {
  legalName: string
  legalAddress: string
  taxNumber: string
  prefix: string
  country: string
  username: string
  company: string
  buyerAddress: string
  buyerTaxNumber: string
}

/** Reads the parties of an order. */
export async function readParties(tx: Tx, order: OrderRow): Promise<Parties> {
  const { rows } = await sql<PartyRow>`
    select coalesce(n.legal_name, '') as "legalName", coalesce(n.legal_address, '') as "legalAddress",
      coalesce(n.tax_number, '') as "taxNumber", coalesce(n.invoice_prefix, '') as prefix,
      coalesce(s.area, '') as country, u.username, coalesce(b.company, '') as company,
      coalesce(b.address, '') as "buyerAddress", coalesce(b.tax_number, '') as "buyerTaxNumber"
    from stores s left join store_notices n on n.store_id = s.id
      cross join users u left join billing_details b on b.user_id = u.id
    where s.id = ${order.store_id}::int and u.id = ${order.user_id}::uuid`.execute(tx)
  const [row] = rows
  if (!row) throw new Error(`Order ${order.id} has no store or no buyer`)
  const { legalName, legalAddress, taxNumber, prefix, country, username, company } = row
  return {
    prefix,
    seller: { name: order.store_name, legalName, address: legalAddress, taxNumber, country },
    buyer: {
      ...{ name: username, company, address: row.buyerAddress, taxNumber: row.buyerTaxNumber },
      place: placeOf(order),
    },
    market: await readMarket(tx),
  }
}

/** The market as papers name it. */
async function readMarket(tx: Tx): Promise<PaperBusiness> {
  const { web_name: name, legal_name: legalName, legal_address: address, tax_number } = await readSiteSettings(tx)
  return { name, legalName, address, taxNumber: tax_number }
}

/** Where an order goes; all of it is empty once its buyer has left. */
function placeOf({ address }: OrderRow): PaperPlace {
  const text = (field: keyof PaperPlace): string => address[field] ?? ''
  return {
    ...{ recipient: text('recipient'), country: text('country'), province: text('province') },
    ...{ city: text('city'), detail: text('detail'), zip: text('zip') },
  }
}

/** An order as its papers name it. */
export const paperOrder = (order: OrderRow): InvoicePaper['order'] => ({
  number: orderNumber(order.serial),
  at: order.created_at.getTime(),
  poNumber: order.po_number ?? '',
})

/** Some pieces of an order as its papers name them, each line once. */
export const paperLines = ({ lines }: OrderRow, parts: readonly LinePart[]): PaperLine[] =>
  lines.flatMap(({ id, variantId, code, sku, title, label, price }) => {
    const num = parts.reduce((sum, part) => sum + (part.id === id && part.variantId === variantId ? part.num : 0), 0)
    return num === 0 ? [] : [{ id, variantId, code, sku, title, label, num, price, amount: num * price }]
  })
