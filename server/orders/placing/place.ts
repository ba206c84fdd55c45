import { sql } from 'kysely'
import type { Rate } from '#contract/currencies/exchange.ts'
import type { Change } from '#contract/sync/schema-changes.ts'
import { orderRefOf } from '#contract/orders/schema.ts'
import type { SummedLine } from '#contract/orders/sums.ts'
import type { QuotedLine } from '#contract/quotes/rules.ts'
import { PAY_WITHIN } from '#contract/orders/states.ts'
import { backOrdered, onShelf } from '#contract/products/back-orders.ts'
import { piecesByProduct } from '#contract/prices/ladder.ts'
import { noteKey } from '#contract/orders/line-notes.ts'
import { fallsShort } from '#contract/catalogue/low-stock.ts'
import { inCentre } from '#contract/messages/rules.ts'
import type { OwnRefusal } from '#contract/wire/schema-refusals.ts'
import type { Payload } from '#contract/registry.ts'
import { refused, type MutationCall, type Verdict } from '../../http/handlers.ts'
import { lineChange, lineColumns, lineColumnsOfC, type StoredCartLine } from '../../cart/change.ts'
import { settlementFor } from '../../rates/exchange.ts'
import { notify } from '../../messages/notify.ts'
import { tellStore } from '../../messages/tell-store.ts'
import { orderChange, readOrder, type OrderRow } from '../order/change.ts'
import { ownStore } from '../order/own-store.ts'
import { orderNotice } from '../order/tell.ts'
import { agreedFor } from '../../quotes/agreed.ts'
import { takeStock, type LockedProduct } from '../order/stock.ts'
import { deliverTo, type Destination } from './destination.ts'
import { judgeGoods, type TaxedSums } from './goods.ts'
import { areNotesOf } from './notes.ts'
import { beyondUnpaid } from './unpaid.ts'

/** An order as any device places it. An older device names no rate, and has neither notes nor agreed prices. */
type Placing = Omit<Payload<'order.place'>, 'lines'> &
  Partial<Pick<Payload<'order.submit'>, 'rate' | 'notes' | 'poNumber'>> & { lines: readonly QuotedLine[] }

/**
 * Places one store's part of a checkout: everything is judged first, under the locks that keep it true, and only then
 * written.
 */
export async function placeOrder(call: MutationCall, p: Placing): Promise<Verdict> {
  const id = orderRefOf(p.clientOrderId, p.shopId)
  const before = await readOrder(call.tx, call.userId, id)
  if (before)
    return sameOrder(before, p)
      ? { kind: 'accepted', rows: [orderChange(before), ...(await cartLines(call, p))] }
      : refused('orderedBefore')

  const own = await ownStore(call, p.shopId)
  if (own) return own
  if (!areNotesOf(p)) return refused('invalid', { path: 'notes' })
  const address = await deliverTo(call, p.addressId)
  if ('kind' in address) return address
  const agreed = await agreedFor(call, p)
  const judged = await judgeGoods(call, p, { agreed: agreed.prices, country: address.country })
  if ('kind' in judged) return judged
  const { products, sums } = judged
  const settled = await settlementFor(call.tx, sums, p.currency, p.rate?.id)
  if (settled === undefined) return refused('currencyNotPayable', { currency: p.currency })
  const { due } = settled
  if (sums.total > p.total) {
    const refusal: OwnRefusal = agreed.over
      ? { reason: 'quoteOver', params: { total: sums.total, due } }
      : { reason: sums.goods > p.goods ? 'priceRose' : 'chargesRose', params: { total: sums.total } }
    return { kind: 'needsConsent', refusal }
  }
  if (settled.moved) return { kind: 'needsConsent', refusal: { reason: 'rateMoved', params: { due } } }

  const unpaid = await beyondUnpaid(call, due)
  if (unpaid) return unpaid
  if (!(await insertOrder(call, p, { id, address, sums, ...settled }))) return refused('idReused')
  const quoteOf = (line: { id: number; variantId: number }): string | null =>
    (agreed.prices.has(noteKey(line)) && p.lines.find((l) => noteKey(l) === noteKey(line))?.quote) || null
  await insertLines(
    call,
    id,
    sums.lines.map((line) => ({ ...line, quote: quoteOf(line) })),
    products,
  )
  await takeStock(call.tx, sums.lines)
  await tellOfLow(call, sums.lines, products)
  call.touch(products.keys())
  const lines = await takeOffCart(call, p)
  const placed = (await readOrder(call.tx, call.userId, id))!
  await notify(call, call.userId, { ...orderNotice(placed, 'orderPlaced', call.now()), read: true })
  return { kind: 'accepted', rows: [orderChange(placed), ...lines] }
}

/** Tells the store of what this order lets run out. */
async function tellOfLow(
  { tx, now }: MutationCall,
  lines: readonly SummedLine[],
  products: ReadonlyMap<number, LockedProduct>,
): Promise<void> {
  for (const [id, num] of piecesByProduct(lines)) {
    const before = products.get(id)!
    const { store_id: storeId, uid, title, minimum } = before
    const stock = onShelf(before.stock, before.beyond)
    if (!fallsShort({ stock, minimum }, num)) continue
    const values = { left: Math.max(0, stock - num) }
    const subject = inCentre(storeId, 'goods', uid)
    await tellStore(tx, storeId, { kind: 'storeLow', subject, title, values, at: now() })
  }
}

const piecesOf = (lines: readonly { id: number; variantId: number; num: number }[]): string =>
  lines
    .map((l) => `${l.id}:${l.variantId}:${l.num}`)
    .sort()
    .join(' ')

/**
 * Whether what is asked for is what was placed under this id; prices apart, which a second asking may have seen later.
 */
const sameOrder = (order: OrderRow, p: Placing): boolean =>
  order.address.id === p.addressId &&
  order.remark === p.remark &&
  order.notes === (p.notes ?? null) &&
  order.po_number === (p.poNumber ?? null) &&
  order.currency === p.currency &&
  piecesOf(order.lines) === piecesOf(p.lines)

const json = (value: object | null): string | null => value && JSON.stringify(value)

interface Reckoned {
  id: string
  address: Destination
  sums: TaxedSums
  due: number
  dueCurrency: string
  rate: Rate | null
}

/** Writes the order, unless somebody else's has its id. */
async function insertOrder(
  { tx, userId, rev, now }: MutationCall,
  p: Placing,
  { id, address, sums, due, dueCurrency, rate }: Reckoned,
): Promise<boolean> {
  const { goods, shipping, tax, taxIncluded = 0, taxRate, total } = sums
  const at = now()
  const row = await tx
    .insertInto('orders')
    .values({
      id,
      user_id: userId,
      group_id: p.clientOrderId,
      store_id: p.shopId,
      state: 'unpaid',
      reason: null,
      currency: p.currency,
      goods,
      shipping,
      tax,
      tax_included: taxIncluded,
      tax_rate: taxRate,
      total,
      due,
      due_currency: dueCurrency,
      rate: json(rate),
      address: JSON.stringify(address),
      remark: p.remark,
      notes: p.notes ?? null,
      po_number: p.poNumber ?? null,
      pay_by: new Date(at + PAY_WITHIN),
      created_at: new Date(at),
      parcel: null,
      rev,
    })
    .onConflict((oc) => oc.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Texts, codes and picture stay in the order what they are now. */
async function insertLines(
  { tx }: MutationCall,
  id: string,
  lines: readonly (SummedLine & { quote: string | null })[],
  products: Map<number, LockedProduct>,
): Promise<void> {
  await tx
    .insertInto('order_lines')
    .values(
      lines.map(({ id: productId, variantId, num, price, amount, quote }) => {
        const product = products.get(productId)!
        const variant = product.variants.get(variantId)
        const { stock, beyond } = variant ?? product
        const back = backOrdered(num, stock, beyond)
        return {
          order_id: id,
          product_id: productId,
          variant_id: variantId,
          num,
          price,
          amount,
          quote_id: quote,
          title: JSON.stringify(product.title),
          label: json(variant?.label ?? null),
          picture: json(variant?.picture ?? product.picture),
          code: product.code,
          sku: variant?.sku ?? '',
          back_num: back,
          back_days: back > 0 ? product.back_days : 0,
        }
      }),
    )
    .execute()
}

/** The cart's lines that an order names. */
const named = ({ userId }: MutationCall, p: Placing) => sql`
  from jsonb_to_recordset(${JSON.stringify(p.lines)}::jsonb) as l(id int, "variantId" int, num int)
  where c.user_id = ${userId}::uuid and c.store_id = ${p.shopId}::int and c.product_id = l.id
    and c.variant_id = l."variantId"`

/** Takes the order's pieces off the cart, never the lines themselves: what another device added meanwhile stays. */
async function takeOffCart(call: MutationCall, p: Placing): Promise<Change[]> {
  const { rows } = await sql<StoredCartLine>`
    update cart_lines c set num = greatest(0, c.num - l.num), rev = ${call.rev}::bigint ${named(call, p)}
    returning ${lineColumnsOfC}`.execute(call.tx)
  return rows.map((row) => lineChange(call.rev, row))
}

async function cartLines(call: MutationCall, p: Placing): Promise<Change[]> {
  const keys = p.lines.map((l) => ({ id: l.id, variant: l.variantId }))
  const { rows } = await sql<StoredCartLine & { rev: number }>`
    select ${lineColumns}, rev from cart_lines where user_id = ${call.userId}::uuid and store_id = ${p.shopId}::int
      and (product_id, variant_id) in (select id, variant
        from jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) as l(id int, variant int))`.execute(call.tx)
  return rows.map((row) => lineChange(row.rev, row))
}
