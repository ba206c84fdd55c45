import { sql } from 'kysely'
import {
  clashesOf,
  counted,
  fieldsOfRow,
  goodsFault,
  GOODS_MAX,
  GOODS_STOCK_MAX,
  patched,
  sameJson,
  type GoodsFields,
  type GoodsPatch,
} from '#contract/products/rules.ts'
import { endsInTime, isOn } from '#contract/prices/deals.ts'
import type { PayloadOf } from '#contract/wire/mutation.ts'
import type * as schema from '#contract/products/schema.ts'
import { LEAD } from '#contract/shipping/terms.ts'
import { goodsChange, isBackOrdered, readGoods, type StoreProductRow } from '../stores/feed/products.ts'
import type { Tx } from '../db/tables/tables.ts'
import type { OwnerCall } from '../feed/owner-feed.ts'
import { settleBack } from '../orders/order/stock.ts'
import { refused, type Verdict } from '../http/handlers.ts'
import { barredAgain, looksOther } from './barred-again.ts'
import { claimPictures, settledNames } from './pictures.ts'
import { findable, insertGoods, readAncestors, searched, sumStock, updateGoods, writeVariants } from './write.ts'
import type { WrittenProduct } from './write.ts'

// The actions of a store's members on its products, whether on a screen, in a file or from a command line.
//
//            ┌───── edit, stock, count ─────┐
//   put ──▶ draft ── show ──▶ listed ◀── show ──▶ hidden          del: from anywhere; orders keep what they have
//
// Listed is what the store wants: whether it is on sale follows from that (migration 0040), and nothing of a suspended
// store is, whatever its members do meanwhile.
//
// Locks as everywhere: the owner's feed (the store's, held by the caller), products, the catalogue's feed.

/** A store's transaction. */
export interface GoodsCall extends OwnerCall {
  /** The store's uid: the owner of the feed. */
  userId: string
  store: { id: number }
  now(): number
  /** Where many products change in one transaction: those whose words are put into the index together at its end. */
  found?: Set<number>
}

/** The most products that a store may ever have had, deleted ones included. */
const EVER_MAX = 5 * GOODS_MAX

const accepted = (row: StoreProductRow): Verdict => ({ kind: 'accepted', rows: [goodsChange(row)] })

/** The transactions in which the store has declared that it acts. */
const declared = new WeakSet<Tx>()

/** Says to the triggers of the products that it is their store that acts, and gives them its rev. */
async function asStore({ tx, userId }: GoodsCall): Promise<void> {
  if (declared.has(tx)) return
  declared.add(tx)
  await sql`select set_config('caravan.store', ${userId}::text, true)`.execute(tx)
}

/** A product under its lock, which stands for its choices too; undefined when there is none. */
async function locked(call: GoodsCall, id: string): Promise<StoreProductRow | undefined> {
  const { tx, store } = call
  await asStore(call)
  const { rows } = await sql`
    select from products where store_id = ${store.id}::int and uid = ${id}::uuid for no key update`.execute(tx)
  if (rows.length === 0) return undefined
  return (await readGoods(tx, store.id, sql`p.uid = ${id}::uuid`))[0]
}

/** The same, of those that are not gone. */
async function live(call: GoodsCall, id: string): Promise<StoreProductRow | undefined> {
  const row = await locked(call, id)
  return row?.deleted ? undefined : row
}

/** Lets a product be found by what it says now, at once or with others. */
async function refind({ tx, found }: GoodsCall, productId: number): Promise<void> {
  if (found) found.add(productId)
  else await findable(tx, [productId])
}

/** The answer to what is done with a product that is gone; the device hears of it with its row. */
async function gone(call: GoodsCall, id: string): Promise<Verdict> {
  const row = await locked(call, id)
  return { ...refused('goodsGone'), rows: row ? [goodsChange(row)] : [] }
}

/** A row as it was just written, told to buyers if they see it. */
async function goodsNow(call: GoodsCall, productId: number, shown: boolean): Promise<StoreProductRow> {
  if (shown) call.touch([productId])
  return (await readGoods(call.tx, call.store.id, sql`p.id = ${productId}::int`))[0]!
}

const fieldsOf = (row: StoreProductRow): GoodsFields => fieldsOfRow(row)

/** Fields as they are kept: a deal that was over when it arrived is none. */
const withoutOver = (fields: GoodsFields, { now }: GoodsCall): GoodsFields => ({
  ...fields,
  deal: isOn(fields.deal, now()) ? fields.deal : null,
})

/** Why this store cannot keep a product like this; undefined when it can. */
async function hindrance(
  { tx, store, now }: GoodsCall,
  id: string,
  fields: GoodsFields,
  state: StoreProductRow['state'],
  before?: StoreProductRow,
): Promise<Verdict | undefined> {
  const fault = goodsFault(fields, state)
  if (fault) return refused('invalid', { path: fault })
  if (fields.deal && !endsInTime(fields.deal, now())) return refused('invalid', { path: 'deal' })
  // A product that was taken off is the same one under another number.
  const asked = state === 'listed' && (before?.state !== 'listed' || looksOther(fields, fieldsOf(before)))
  const why = asked ? await barredAgain(tx, store.id, id, fields) : undefined
  if (why !== undefined) return refused('goodsBarred', { why })
  if (fields.code === '' || fields.code === before?.code) return undefined
  const other = await sql`select from products where store_id = ${store.id}::int and code = ${fields.code}
    and not deleted and uid <> ${id}::uuid`.execute(tx)
  return other.rows.length > 0 ? refused('codeTaken', { code: fields.code }) : undefined
}

/** The stores for whose transaction it has been counted how many more they may have. */
const room = new WeakMap<Tx, number>()

/** Takes a place for one more product; false when there is none. */
async function takePlace({ tx, store }: GoodsCall): Promise<boolean> {
  const left = room.get(tx) ?? (await placesLeft(tx, store.id))
  room.set(tx, left - 1)
  return left > 0
}

async function placesLeft(tx: Tx, storeId: number): Promise<number> {
  const { rows } = await sql<{ live: number; ever: number }>`
    select count(*) filter (where not deleted)::int as live, count(*)::int as ever from products
      where store_id = ${storeId}::int`.execute(tx)
  return Math.min(GOODS_MAX - rows[0]!.live, EVER_MAX - rows[0]!.ever)
}

type Put = PayloadOf<typeof schema.goodsPut>

export async function putGoods(call: GoodsCall, p: Put): Promise<Verdict> {
  const { id, listed } = p
  const { lead = LEAD, weight = 0, back = null, deal = null } = p.fields
  const fields = withoutOver({ ...p.fields, lead, weight, back, deal }, call)
  const { tx, userId } = call
  const before = await locked(call, id)
  if (before && !before.deleted) return accepted(before)
  const named = { ...fields, pictures: await settledNames(tx, userId, fields.pictures) }
  const no = await hindrance(call, id, named, listed ? 'listed' : 'draft')
  if (no) return no
  const category = await readAncestors(tx, fields.categoryId)
  if (!category) return refused('invalid', { path: 'categoryId' })
  if (!(await takePlace(call))) return refused('goodsFull', { max: GOODS_MAX })
  const among = { storeUid: userId, goodsId: id, had: [] }
  const pictures = await claimPictures(call, among, named.pictures)
  if ('reason' in pictures) return { kind: 'refused', refusal: pictures }
  const productId = await make(call, p, { fields, pictures, ancestors: category.ancestors }, before?.productId)
  if (listed) await refind(call, productId)
  return accepted(await goodsNow(call, productId, listed))
}

/** Makes the rows of a product, or makes them anew of one that was gone; its number. */
async function make(
  { tx, store, rev, now }: GoodsCall,
  { id, stock, stocks, listed }: Put,
  written: WrittenProduct,
  gone: number | undefined,
): Promise<number> {
  const { variants } = written.fields
  const codes = Object.keys(variants)
  const shelf = { stock: codes.length === 0 ? stock : 0, draft: !listed, offered: listed }
  const made = { at: new Date(now()), rev, ...shelf }
  const productId = await insertGoods(tx, { id, storeId: store.id, ...made }, written, gone)
  if (codes.length > 0 || gone !== undefined) await writeVariants(tx, productId, variants, stocks)
  if (codes.length > 0) await sumStock(tx, productId)
  if (written.fields.back) await settleBack(tx, productId)
  return productId
}

type Edit = PayloadOf<typeof schema.goodsEdit>

/** A patch as it was declared: absent fields are absent. */
const patchOf = (patch: Edit['to']): GoodsPatch => patch as GoodsPatch

export async function editGoods(call: GoodsCall, { id, from, to }: Edit): Promise<Verdict> {
  const { tx, userId, rev } = call
  const row = await live(call, id)
  if (!row) return gone(call, id)
  const before = fieldsOf(row)
  const settle = async (patch: GoodsPatch): Promise<GoodsPatch> =>
    patch.pictures ? { ...patch, pictures: await settledNames(tx, userId, patch.pictures) } : patch
  const change = { from: await settle(patchOf(from)), to: await settle(patchOf(to)) }
  const both = clashesOf(before, change)
  if (both.length > 0)
    return {
      kind: 'needsConsent',
      refusal: { reason: 'changedElsewhere', params: { field: both[0]!, fields: both.join('\n').slice(0, 1000) } },
      rows: [goodsChange(row)],
    }
  const fields = withoutOver(patched(before, change.to), call)
  if (sameJson(fields, before)) return accepted(row)
  const no = await hindrance(call, id, fields, row.state, row)
  if (no) return no
  const category = await readAncestors(tx, fields.categoryId)
  if (!category) return refused('invalid', { path: 'categoryId' })
  const pictures = await claimPictures(call, { storeUid: userId, goodsId: id, had: row.pictures }, fields.pictures)
  if ('reason' in pictures) return { kind: 'refused', refusal: pictures }
  await updateGoods(tx, row.productId, { fields, pictures, ancestors: category.ancestors }, rev)
  if (!sameJson(fields.variants, before.variants)) {
    await writeVariants(tx, row.productId, fields.variants)
    await sumStock(tx, row.productId)
  }
  if (fields.back || before.back) await settleBack(tx, row.productId)
  if (row.state !== 'draft' && !sameJson(searched(fields), searched(before))) await refind(call, row.productId)
  return accepted(await goodsNow(call, row.productId, row.state !== 'draft'))
}

/** Sets what is on the shelf of a product or of one of its choices; `num` judges by what is there. */
async function setStock(
  call: GoodsCall,
  id: string,
  sku: string,
  num: (row: StoreProductRow, now: number) => Promise<number> | number,
): Promise<Verdict> {
  const row = await live(call, id)
  if (!row) return gone(call, id)
  const choices = Object.keys(row.variants).length > 0
  if (sku === '' ? choices : !Object.hasOwn(row.stocks, sku)) return refused('variantGone')
  const now = sku === '' ? row.stock : row.stocks[sku]!
  const next = await num(row, now)
  if (next < Math.min(0, now))
    return { ...refused('shelfShort', { available: Math.max(0, now) }), rows: [goodsChange(row)] }
  if (next > GOODS_STOCK_MAX) return { ...refused('invalid', { path: 'stock' }), rows: [goodsChange(row)] }
  if (next === now) return accepted(row)
  await sql`
    with v as (update variants set stock = stock + ${next - now}::int
      where product_id = ${row.productId}::int and sku = ${sku}::text)
    update products set stock = stock + ${next - now}::int, store_rev = ${call.rev}::bigint
      where id = ${row.productId}::int`.execute(call.tx)
  if (isBackOrdered(row)) await settleBack(call.tx, row.productId)
  return accepted(await goodsNow(call, row.productId, row.state !== 'draft'))
}

export const moveStock = (call: GoodsCall, { id, sku, by }: PayloadOf<typeof schema.goodsStock>): Promise<Verdict> =>
  setStock(call, id, sku, (_row, now) => now + by)

export const countStock = (
  call: GoodsCall,
  { id, sku, num, at }: PayloadOf<typeof schema.goodsCount>,
): Promise<Verdict> =>
  setStock(call, id, sku, async ({ productId }, now) => {
    // A device's clock may say anything.
    const since = new Date(Math.max(0, Math.min(at, call.now())))
    const { rows } = await sql<{ since: number }>`
      select coalesce(sum(case when o.created_at > ${since}::timestamptz then l.returned - l.num
        when l.returned_at > ${since}::timestamptz then l.returned else 0 end), 0)::int as since
      from order_lines l join orders o on o.id = l.order_id
      left join variants v on v.id = l.variant_id and v.product_id = l.product_id
      where l.product_id = ${productId}::int and coalesce(v.sku, '') = ${sku}::text`.execute(call.tx)
    // More was sold than had been counted: a mistake of counting, and not of whoever bought.
    return counted(Math.max(0, num + rows[0]!.since), now)
  })

export async function showGoods(call: GoodsCall, { id, on }: PayloadOf<typeof schema.goodsShow>): Promise<Verdict> {
  const row = await live(call, id)
  if (!row) return gone(call, id)
  if ((row.state === 'listed') === on || (!on && row.state === 'draft')) return accepted(row)
  const no = on ? await hindrance(call, id, fieldsOf(row), 'listed', row) : undefined
  if (no) return { ...no, rows: [goodsChange(row)] }
  if (on && row.barred) return { ...refused('goodsBarred', { why: row.barred }), rows: [goodsChange(row)] }
  const set = on ? { offered: true, draft: false } : { offered: false }
  await call.tx
    .updateTable('products')
    .set({ ...set, store_rev: call.rev })
    .where('id', '=', row.productId)
    .execute()
  if (row.state === 'draft') await refind(call, row.productId)
  return accepted(await goodsNow(call, row.productId, true))
}

export async function deleteGoods(call: GoodsCall, { id }: PayloadOf<typeof schema.goodsDel>): Promise<Verdict> {
  const row = await locked(call, id)
  if (!row || row.deleted) return { kind: 'accepted', rows: row ? [goodsChange(row)] : [] }
  await call.tx
    .updateTable('products')
    .set({ offered: false, draft: false, deleted: true, description: '{}', stock: 0, beyond: 0, store_rev: call.rev })
    .where('id', '=', row.productId)
    .execute()
  await sql`update variants set stock = 0, beyond = 0 where product_id = ${row.productId}::int`.execute(call.tx)
  if (row.state !== 'draft') await refind(call, row.productId)
  return accepted(await goodsNow(call, row.productId, row.state !== 'draft'))
}
