import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { blankGoods } from '#contract/products/rules.ts'
import { orderRefOf } from '#contract/orders/schema.ts'
import type { Store } from '#contract/catalogue/schema.ts'
import { cartItems } from '#localdb/queries/cart/items.ts'
import { productShown } from '#localdb/queries/catalogue/goods.ts'
import { settleAllOwed } from '#server/sync/owed.ts'
import { findStores } from '#server/operator/find.ts'
import { operate } from '#server/operator/commands/operate.ts'
import { newBuyer, online, outbox, placing, settled, type Buyer } from '../../support/people/buyer.ts'
import { openTestMarket, type TestMarket } from '../../support/market/market.ts'
import { makeAddress } from '../../support/market/orders.ts'
import { asking, offering, read } from '../../support/people/quotes.ts'
import { does, look, meet, offline, staffPhone, type StaffPhone } from '../../support/people/staff-phone.ts'
import { followed } from '../../support/people/watched.ts'
import { act, endDevices } from '../../support/device/world.ts'

// A store that its owner closes, and opens again, from the phones of its members to those of its buyers.

let market: TestMarket
let b: Buyer
let store: { shopId: number; uid: string }
let owner: StaffPhone
beforeAll(async () => {
  market = await openTestMarket({ anonymous: { capacity: 1e9, refillPerSecond: 1e9, maxKeys: 10 } })
})
afterAll(async () => {
  await endDevices()
  await market.close()
})
beforeEach(async () => {
  b = await newBuyer(market)
  const at = market.db.selectFrom('stores').select('uid').where('id', '=', b.one.shopId)
  store = { shopId: b.one.shopId, uid: (await at.executeTakeFirstOrThrow()).uid }
  owner = await staffPhone(market, store, 'owner')
})

const closedOn = (p: StaffPhone) => look(p, async (db) => (await db.storeNotice.get('notice'))?.shown?.closed)
const refusedOn = (p: StaffPhone) =>
  look(p, async (db) => (await db.outbox.toArray()).map((row) => row.last?.reason).filter(Boolean))
const sent = async (p: StaffPhone): Promise<void> => {
  await meet(p)
  await expect.poll(() => look(p, (db) => db.outbox.count())).toBe(0)
}
/** An owner sets it, and it is at the server. */
const close = async (on: boolean): Promise<void> => {
  await does(owner, 'store.close', { on })
  await sent(owner)
}
const publicStore = async (): Promise<Store> =>
  ((await market.call('/api/index/shop_info', { id: store.shopId })).data as { store: Store }).store
/** The answer to somebody who asks for a product of it. */
const refusalOf = async (id: number): Promise<unknown> => (await market.call('/api/index/pro_info', { id })).data
/** The products of the store that are on sale, by what its figures count and by what answers. */
const onSale = async (): Promise<number[]> => {
  const rows = await market.db
    .selectFrom('products')
    .select('id')
    .where('store_id', '=', store.shopId)
    .where('active', '=', true)
    .orderBy('id')
    .execute()
  expect((await publicStore()).products).toBe(rows.length)
  return rows.map(({ id }) => id)
}
/** The buyer's phone looks again later. */
async function hear(): Promise<void> {
  const catalogue = await b.device.catalogueDb()
  await followed(b.device, b.tab, catalogue)
  catalogue.close()
}
const say = async (...args: string[]): Promise<void> => {
  expect((await operate(market.db, args, Date.now())).exit).toBe(0)
  await settleAllOwed(market.db)
}
const stateOf = async (id: string) =>
  (await market.db.selectFrom('orders').select('state').where('id', '=', id).executeTakeFirst())?.state

describe(`a store that is closed (${process.env['MARKET_DB'] ?? 'pglite'})`, () => {
  it('in a tunnel sells nothing once that is sent, says so to its buyers, and sells again when it opens', async () => {
    const [id] = b.one.ids as [number]
    const addressId = await makeAddress(market.db, b.person.uid)
    await b.tab.want('catalogue.product', { id }, b.person.uid)
    await act(b.tab, 'cart.add', { id, shopId: store.shopId, variantId: 0, num: 4, price: 500, currency: 'USD' })
    await settled(b)
    const staff = await staffPhone(market, store, 'staff')

    offline(owner, true)
    await does(owner, 'store.close', { on: true })
    expect(await closedOn(owner)).toBe(true)
    expect(await publicStore()).toMatchObject({ closed: false, products: 3 })
    owner.device.network.faults.loseAnswers = 1
    await sent(owner)
    expect(await publicStore()).toMatchObject({ closed: true, products: 0 })
    expect(await onSale()).toEqual([])
    await meet(staff)
    await expect.poll(() => closedOn(staff)).toBe(true)
    // No row of its goods came to its members for that: what it wants on sale is what it was.
    expect(await look(staff, async (db) => (await db.goods.toArray()).map((row) => row.shown?.state))).toEqual(
      Array(3).fill('listed'),
    )

    await hear()
    const cart = () => read(b, async (readers) => (await cartItems(readers)).items.map(({ gone }) => gone))
    expect(await cart()).toEqual([true])
    const page = await read(b, (readers) => productShown(readers, id))
    expect(page).toMatchObject({ product: undefined, store: { closed: true } })
    expect(await refusalOf(id)).toEqual({ reason: 'productGone', params: { closed: 1 } })
    const order = placing(randomUUID(), addressId, b.one, 4)
    await act(b.tab, 'order.place', order)
    const refusals = async () => (await outbox(b)).map((row) => row.last?.reason)
    await expect.poll(refusals).toEqual(['productGone'])

    // A member who is no owner does not open it.
    await does(staff, 'store.close', { on: false })
    await meet(staff)
    await expect.poll(() => refusedOn(staff)).toEqual(['ownerOnly'])
    expect(await closedOn(staff)).toBe(true)
    expect(await publicStore()).toMatchObject({ closed: true })

    await close(false)
    expect(await onSale()).toEqual(b.one.ids)
    await hear()
    await b.tab.want('catalogue.product', { id }, b.person.uid)
    expect(await cart()).toEqual([false])
    expect(await read(b, (readers) => productShown(readers, id))).toMatchObject({
      product: { id },
      store: { closed: false },
    })
    const again = placing(randomUUID(), addressId, b.one, 4)
    await act(b.tab, 'order.place', again)
    await online(b)
    await expect.poll(() => stateOf(orderRefOf(again.clientOrderId, store.shopId))).toBe('unpaid')
  })

  it('is so on every phone as the last word has it', async () => {
    const second = await staffPhone(market, store, 'owner')
    offline(owner, true)
    offline(second, true)
    await does(owner, 'store.close', { on: true })
    await does(owner, 'store.close', { on: false })
    await does(second, 'store.close', { on: true })
    await sent(owner)
    expect(await publicStore()).toMatchObject({ closed: false })
    await sent(second)
    await meet(owner)
    await expect.poll(() => closedOn(owner)).toBe(true)
    await does(owner, 'store.close', { on: false })
    await sent(owner)
    await meet(second)
    await expect.poll(() => closedOn(second)).toBe(false)
    expect(await onSale()).toEqual(b.one.ids)
  })

  it('goes on with what was ordered before: it is paid and shipped, and talked about', async () => {
    const addressId = await makeAddress(market.db, b.person.uid)
    const order = placing(randomUUID(), addressId, b.one, 4)
    await act(b.tab, 'order.place', order)
    await settled(b)
    const id = orderRefOf(order.clientOrderId, store.shopId)
    await close(true)
    const paid = await b.tab.call('order.pay', { ids: [id], password: b.person.password }, b.person.uid)
    expect(paid.kind).toBe('accepted')
    const lines = [{ id: b.one.ids[0]!, variantId: 0, num: 4 }]
    await does(owner, 'sale.ship', { id, parcel: 1, lines, carrier: '', tracking: '' })
    await sent(owner)
    expect(await stateOf(id)).toBe('shipped')
    const talk = randomUUID()
    const subject = { kind: 'order' as const, id }
    await act(b.tab, 'talk.send', { id: randomUUID(), talk, to: store.shopId, subject, text: 'Thanks' })
    await settled(b)
  })

  it('is asked for no price, offers none and draws up no order', async () => {
    const asked = asking(b)
    await act(b.tab, 'quote.ask', asked)
    await settled(b)
    await close(true)
    await act(b.tab, 'quote.ask', asking(b))
    const refusals = async () => (await outbox(b)).map((row) => row.last?.reason)
    await expect.poll(refusals).toEqual(['productGone'])
    expect(await offering(market, b, asked.id, 400)).toMatchObject({ refusal: { reason: 'productGone' } })
    const { uid } = await market.db
      .selectFrom('quotes')
      .select('uid')
      .where('id', '=', asked.id)
      .executeTakeFirstOrThrow()
    const product = await market.db
      .selectFrom('products')
      .select(['id', 'uid'])
      .where('id', '=', b.one.ids[1]!)
      .executeTakeFirstOrThrow()
    await does(owner, 'quote.draw', {
      order: randomUUID(),
      of: { kind: 'request', id: uid },
      buyer: '',
      goods: [
        {
          ...{ id: randomUUID(), goods: product.uid, productId: product.id, currency: 'USD' },
          lines: [{ sku: '', num: 1, price: 400 }],
        },
      ],
      until: Date.now() + 86_400_000,
      note: '',
    })
    await meet(owner)
    await expect.poll(() => refusedOn(owner)).toEqual(['productGone'])
  })

  it('has nothing on sale whoever writes meanwhile, and what they wrote stands when it opens', async () => {
    await close(true)
    const [first] = b.one.ids as [number]
    const { category_id: categoryId } = await market.db
      .selectFrom('products')
      .select('category_id')
      .where('id', '=', first)
      .executeTakeFirstOrThrow()
    const fields = { ...blankGoods(categoryId, 'USD'), title: { en: 'Cup' }, ladder: [{ from: 1, price: 500 }] }
    await does(owner, 'goods.put', { id: randomUUID(), fields, stock: 10, stocks: {}, listed: true })
    await sent(owner)
    await say('bar', 'goods', String(first), 'Unsafe.')
    await say('unbar', 'goods', String(first))
    await sql`update products set stock = 400, active = true where id = ${first}::int`.execute(market.db)
    expect(await onSale()).toEqual([])
    await close(false)
    expect(await onSale()).toHaveLength(4)
  })

  it('knows nothing of a suspension, nor that of it; the operator sees both', async () => {
    const seen = async () => (await findStores(market.db)).stores.find(({ id }) => id === store.shopId)
    await close(true)
    await say('suspend', String(store.shopId), 'Copies.')
    expect(await seen()).toMatchObject({ closed: true, suspended: 'Copies.' })
    // It would not sell that if it were open.
    expect(await refusalOf(b.one.ids[0]!)).toEqual({ reason: 'productGone' })
    await close(false)
    expect(await onSale()).toEqual([])
    expect(await seen()).toMatchObject({ closed: false, suspended: 'Copies.' })
    await close(true)
    await say('unsuspend', String(store.shopId))
    expect(await onSale()).toEqual([])
    await close(false)
    expect(await onSale()).toEqual(b.one.ids)
  })
})
