import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ratesIn } from '#contract/currencies/exchange.ts'
import { ELSEWHERE } from '#contract/shipping/charges.ts'
import { orderRefOf } from '#contract/orders/schema.ts'
import { cartItems } from '#localdb/queries/cart/items.ts'
import { productFacts } from '#localdb/queries/orders/items.ts'
import { placingAct } from '../../../src/parts/orders/order-payload.ts'
import { recalculateOrder } from '../../../src/parts/orders/recalculate-order.ts'
import { reckonCart, type Reckoning } from '../../../src/parts/cart/reckon-cart.ts'
import { newBuyer, onDevice, online, outbox, settled, type Buyer } from '../../support/people/buyer.ts'
import { openTestMarket, type TestMarket } from '../../support/market/market.ts'
import { makeAddress, makeShop, placing, type TestShop } from '../../support/market/orders.ts'
import { read } from '../../support/people/quotes.ts'
import { sent, staffPhone, type StaffPhone } from '../../support/people/staff-phone.ts'
import { followed } from '../../support/people/watched.ts'
import { act, endDevices, gesture, until } from '../../support/device/world.ts'

// The totals of orders from a store that ships by country: on a buyer's phone, with or without a network, and at the
// market, whatever the store changes meanwhile.

let market: TestMarket
let store: TestShop
let owner: StaffPhone
let b: Buyer
let addressId: string
beforeAll(async () => {
  market = await openTestMarket({ anonymous: { capacity: 1e9, refillPerSecond: 1e9, maxKeys: 10 } })
})
afterAll(async () => {
  await endDevices()
  await market.close()
})

const near = randomUUID()
const heavy = { by: 'weight', price: 500, grams: 1000 } as const
/** 750 g, and 90 g of which its choice weighs 400 g. */
beforeEach(async () => {
  store = await makeShop(market.db, [{ stock: 500 }, { variants: [{ stock: 50 }] }])
  const [one, two] = store.ids as [number, number]
  const { db } = market
  await db.updateTable('products').set({ weight: 750 }).where('id', '=', one).execute()
  await db.updateTable('products').set({ weight: 90 }).where('id', '=', two).execute()
  await db.updateTable('variants').set({ weight: 400 }).where('product_id', '=', two).execute()
  owner = await staffPhone(market, store, 'owner')
  await sent(owner, 'store.zone', { id: near, make: true, way: heavy, freeFrom: 4_000, countries: { EG: true } })
  await sent(owner, 'store.taxes', {
    taxes: { EG: { rate: 1400, included: true }, [ELSEWHERE]: { rate: 1900, included: false } },
  })
  b = await newBuyer(market)
  addressId = await makeAddress(db, b.person.uid, { country: 'EG', province: 'Cairo' })
  await b.tab.want('catalogue.details', { ids: store.ids }, b.person.uid)
  await b.tab.flush(true)
})

const add = (id: number, num: number, variantId = 0) =>
  act(b.tab, 'cart.add', { id, shopId: store.shopId, variantId, num, price: 500, currency: 'USD' })

/** The cart as its screen reckons it for a country. */
async function cart(country = 'EG'): Promise<Reckoning> {
  const found = await read(b, cartItems)
  return reckonCart(found.items, {
    ...{ stores: found.stores, inQuestion: new Set<string>(), country, areaOpen: true, now: Date.now() },
    ...{ currency: 'USD', rateOf: ratesIn([]) },
  })
}

/** Places what the cart comes to, as the checkout does; the order's id. */
async function checkOut(): Promise<string> {
  const [part] = (await cart()).parts
  const clientOrderId = randomUUID()
  const of = { clientOrderId, shopId: store.shopId, addressId, currency: 'USD', remark: '', rate: null }
  const placed = placingAct({ ...of, due: part!.due.total }, part!.sums, new Map())
  expect(await b.tab.mutate([{ intentId: gesture(), ...placed }])).toEqual({ kind: 'saved' })
  return orderRefOf(clientOrderId, store.shopId)
}

const orderOf = (id: string) =>
  market.db
    .selectFrom('orders')
    .select(['state', 'goods', 'shipping', 'tax', 'tax_included as taxIncluded', 'total'])
    .where('id', '=', id)
    .executeTakeFirst()

describe(`an order of a store that ships by country (${process.env['MARKET_DB'] ?? 'pglite'})`, () => {
  it('comes to the same on a phone in a tunnel and at the market, and keeps it whatever the store changes', async () => {
    const [one, two] = store.ids as [number, number]
    b.device.network.faults.offline = true
    await add(one, 2)
    await add(two, 2, store.variants[1]![0]!)
    // Two of 750 g and two of 400 g are 2.3 kg, and three started ones; 14 of 114 parts of 20.00 are 2.46.
    const sums = { goods: 2_000, shipping: 1_500, tax: 0, taxIncluded: 246, total: 3_500 }
    expect((await cart()).parts).toMatchObject([{ sums, toFree: 2_000, byCountry: false }])
    const id = await checkOut()
    await online(b)
    await settled(b)
    expect(await orderOf(id)).toEqual({ state: 'unpaid', ...sums })
    const shown = async () => (await onDevice(b)).orders[0]!.shown
    await until('it is read', async () => (await shown())?.taxIncluded !== undefined)
    expect(await shown()).toMatchObject(sums)

    await sent(owner, 'store.zoneEnd', { id: near, last: true })
    await sent(owner, 'store.taxes', { taxes: { EG: null } })
    const pay = { ids: [id], password: b.person.password }
    expect((await market.call('/api/order/pay', pay, await market.login(b.person))).code).toBe(1)
    expect(await orderOf(id)).toEqual({ state: 'paid', ...sums })
  })

  it('ships for nothing from goods of so much, and not at all where the store does not', async () => {
    await add(store.ids[0]!, 8)
    expect((await cart()).parts).toMatchObject([{ sums: { goods: 4_000, shipping: 0 }, toFree: 0 }])
    expect(await cart('DE')).toMatchObject({ parts: [], counted: 0, hindered: 1 })
    expect((await cart('')).parts).toMatchObject([{ byCountry: true, sums: { total: 4_000 } }])
    const there = await makeAddress(market.db, b.person.uid)
    const p = await placing(market.db, store.shopId, there, [{ id: store.ids[0]!, num: 8 }])
    const token = await market.login(b.person)
    expect((await market.call('/api/order/place', p, token)).data).toMatchObject({ reason: 'storeNotThere' })
    const { goods: _g, shipping: _s, tax: _t, total: _a, ...asks } = p
    expect((await market.call('/api/order/ask', asks, token)).data).toMatchObject({ reason: 'storeNotThere' })
  })

  it('placed in a tunnel at charges that rose meanwhile asks, and is placed at what it comes to then', async () => {
    b.device.network.faults.offline = true
    await add(store.ids[0]!, 2)
    const id = await checkOut()
    await sent(owner, 'store.zone', { id: near, way: { ...heavy, price: 600 } })
    await online(b)
    await until('it asks', async () => (await outbox(b))[0]?.state === 'conflict')
    const [asking] = await outbox(b)
    expect(asking!.last).toEqual({ reason: 'chargesRose', params: { total: 2_200 } })
    expect(await orderOf(id)).toBeUndefined()

    // The question's screen fetches the products anew, and reckons for the country of the address.
    await b.tab.want('catalogue.details', { ids: store.ids, now: true }, b.person.uid)
    const facts = await read(b, (readers) => productFacts(readers, store.ids))
    const order = (await onDevice(b)).orders[0]!.shown!
    const { sums } = recalculateOrder(order, facts, 'EG')
    expect(sums).toMatchObject({ goods: 1_000, shipping: 1_200, total: 2_200 })
    const of = {
      clientOrderId: order.groupId,
      shopId: store.shopId,
      addressId,
      currency: 'USD',
      remark: '',
      rate: null,
    }
    const consent = placingAct({ ...of, due: sums!.total }, sums!, new Map())
    expect(await b.tab.mutate([{ intentId: gesture(), ...consent, replaces: asking!.intentId }])).toEqual({
      kind: 'saved',
    })
    await settled(b)
    expect(await orderOf(id)).toMatchObject({ state: 'unpaid', shipping: 1_200, total: 2_200 })
  })

  it('placed in a tunnel to where the store has stopped shipping is refused, and its goods are in the cart', async () => {
    b.device.network.faults.offline = true
    await add(store.ids[0]!, 2)
    const id = await checkOut()
    expect((await onDevice(b)).cart).toEqual({})
    await sent(owner, 'store.zone', { id: near, countries: { EG: false, SD: true } })
    await online(b)
    await until('it is refused', async () => (await outbox(b))[0]?.state === 'rejected')
    expect((await outbox(b))[0]!.last).toEqual({ reason: 'storeNotThere' })
    expect(await orderOf(id)).toBeUndefined()
    await until('its goods are back', async () => (await onDevice(b)).cart[store.ids[0]!] === 2)
  })

  it('placed at more than it costs now is placed for less', async () => {
    b.device.network.faults.offline = true
    await add(store.ids[0]!, 2)
    const id = await checkOut()
    await sent(owner, 'store.zone', { id: near, way: { by: 'order', price: 100 } })
    await online(b)
    await settled(b)
    expect(await orderOf(id)).toMatchObject({ shipping: 100, total: 1_100 })
  })
})

it('a change of zones reaches a buyer who has looked before with the store alone', async () => {
  await add(store.ids[0]!, 2)
  expect((await cart()).parts[0]!.sums.shipping).toBe(1_000)
  await sent(owner, 'store.zone', { id: near, way: { by: 'piece', price: 30 } })
  const catalogue = await b.device.catalogueDb()
  await followed(b.device, b.tab, catalogue)
  catalogue.close()
  await expect.poll(async () => (await cart()).parts[0]!.sums.shipping).toBe(60)
})

it('a device that knows of no zones orders at the price of the dearest, and pays what it costs', async () => {
  await sent(owner, 'store.zone', { id: near, way: { by: 'order', price: 900 } })
  await sent(owner, 'store.zone', {
    ...{ id: randomUUID(), make: true, way: { by: 'order', price: 700 } },
    countries: { DE: true },
  })
  const token = await market.login(b.person)
  const { store: seen } = (await market.call('/api/index/shop_info', { id: store.shopId })).data as {
    store: { terms: { shipping: number; taxBasisPoints: number } }
  }
  expect(seen.terms).toMatchObject({ shipping: 900, taxBasisPoints: 1900 })
  const there = await makeAddress(market.db, b.person.uid)
  const wanted = [{ id: store.ids[0]!, num: 2 }]
  const charged = { shipping: 900, tax: 190, total: 1_000 + 900 + 190 }
  const p = await placing(market.db, store.shopId, there, wanted, charged)
  expect((await market.call('/api/order/place', p, token)).code).toBe(1)
  expect(await orderOf(orderRefOf(p.clientOrderId, store.shopId))).toMatchObject({
    ...{ shipping: 700, tax: 190, total: 1_890 },
  })
})
