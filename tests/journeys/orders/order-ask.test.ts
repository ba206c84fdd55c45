import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ratesIn } from '#contract/currencies/exchange.ts'
import { readNotes } from '#contract/orders/line-notes.ts'
import type { Payload } from '#contract/registry.ts'
import { cartItems } from '#localdb/queries/cart/items.ts'
import { orderFigures } from '#localdb/queries/orders/items.ts'
import type { Readers } from '#localdb/read.ts'
import { reckonCart } from '../../../src/parts/cart/reckon-cart.ts'
import { newBuyer, onDevice, outbox, settled, shopSide, STOCK, type Buyer } from '../../support/people/buyer.ts'
import { openTestMarket, type TestMarket } from '../../support/market/market.ts'
import { makeAddress } from '../../support/market/orders.ts'
import { act, gesture, newDevice, until } from '../../support/device/world.ts'

// A cart that came from the account is ordered by a device that knows none of its prices: they are asked for, and no
// order is made before the person has seen them.

let market: TestMarket
let shop: ReturnType<typeof shopSide>
beforeAll(async () => {
  market = await openTestMarket()
  shop = shopSide(market)
})
afterAll(() => market.close())

/** A buyer's second phone: signed in, with their cart, and nothing of the catalogue. */
async function secondPhone(): Promise<{ first: Buyer; b: Buyer; addressId: string }> {
  const first = await newBuyer(market)
  const addressId = await makeAddress(market.db, first.person.uid)
  const line = { id: first.one.ids[0]!, shopId: first.one.shopId, variantId: 0, currency: 'USD' }
  await act(first.tab, 'cart.add', { ...line, num: 4, price: 500 })
  await settled(first)
  const device = newDevice({
    fetch: (request) =>
      new URL(request.url).pathname.startsWith('/api/index/')
        ? Promise.reject(new TypeError('out of reach'))
        : market.fetch(request),
  })
  const tab = device.tab()
  const { email, password } = first.person
  expect((await tab.call('user.login', { email, password })).kind).toBe('accepted')
  const b = { ...first, device, tab }
  await until('the cart has come', async () => Object.keys((await onDevice(b)).cart).length === 1)
  device.network.faults.offline = true
  return { first, b, addressId }
}

/** The question that this device's checkout would send. */
async function asking(b: Buyer, addressId: string): Promise<Payload<'order.ask'>> {
  const user = await b.device.userDb(b.person.uid)
  const catalogue = await b.device.catalogueDb()
  const found = await cartItems({ user, catalogue } as unknown as Readers)
  user.close()
  catalogue.close()
  const cart = reckonCart(found.items, {
    stores: found.stores,
    inQuestion: new Set(),
    country: 'DE',
    areaOpen: true,
    now: 0,
    currency: 'USD',
    rateOf: ratesIn([]),
  })
  expect(cart).toMatchObject({ parts: [], counted: 1, hindered: 0, total: undefined })
  const [part] = cart.asks
  return {
    clientOrderId: randomUUID(),
    shopId: part!.shopId,
    addressId,
    currency: part!.currency,
    remark: '',
    poNumber: 'PO-2026/17',
    notes: JSON.stringify({ [`${part!.lines[0]!.id}:0`]: 'in blue' }),
    lines: part!.lines.map(({ id, variantId, num, unit }) => ({ id, variantId, num, price: unit })),
  }
}

async function asked(b: Buyer, payload: Payload<'order.ask'>) {
  expect(await b.tab.mutate([{ intentId: gesture(), name: 'order.ask', payload }])).toEqual({ kind: 'saved' })
  const id = `${payload.clientOrderId}:${payload.shopId}`
  const [order] = (await onDevice(b)).orders
  expect(order!.shown).toMatchObject({ id, state: 'onDevice', asked: true })
  expect((await onDevice(b)).cart).toEqual({})
  const user = await b.device.userDb(b.person.uid)
  // Nobody says what it will need.
  expect((await orderFigures({ user } as unknown as Readers)).held.size).toBe(0)
  expect(JSON.stringify([await user.outbox.toArray(), await user.orders.toArray()])).not.toMatch(/in blue|2026\/17/)
  user.close()
  return id
}

/** The question, once the device is back. */
async function question(b: Buyer) {
  b.device.network.faults.offline = false
  await b.tab.flush(true)
  await until('it asks', async () => (await outbox(b))[0]?.state === 'conflict')
  const rows = await outbox(b)
  expect(rows).toHaveLength(1)
  return rows[0]!
}

it('a price nobody knew is asked about, and agreed to makes the order, once', async () => {
  const { first, b, addressId } = await secondPhone()
  const payload = await asking(b, addressId)
  const id = await asked(b, payload)
  // Dearer by now than when it was put into the cart: that makes no difference, the price is told either way.
  await shop.setPrice(b.one, 650)
  b.device.network.faults.loseAnswers = 2
  const row = await question(b)
  expect(row.last).toEqual({ reason: 'priceAsked', params: { total: 2600, due: 2600 } })
  expect(await shop.orderOf(id)).toBeUndefined()
  expect(await shop.stockOf(b.one)).toBe(STOCK)

  const { clientOrderId, shopId, currency, lines, remark, poNumber, notes } = payload
  const agreed: Payload<'order.submit'> = {
    ...{ clientOrderId, shopId, addressId, currency, remark, poNumber, notes },
    lines: lines.map((line) => ({ ...line, price: 650 })),
    ...{ goods: 2600, shipping: 0, tax: 0, total: 2600, rate: null, due: 2600 },
  }
  b.device.network.faults.loseAnswers = 1
  const consent = { intentId: gesture(), name: 'order.submit' as const, payload: agreed, replaces: row.intentId }
  expect(await b.tab.mutate([consent])).toEqual({ kind: 'saved' })
  await settled(b)
  expect(await shop.orderOf(id)).toMatchObject({ state: 'unpaid', total: 2600, due: 2600 })
  expect(await shop.stockOf(b.one)).toBe(STOCK - 4)
  const stored = await market.db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  expect(stored.po_number).toBe('PO-2026/17')
  expect([...readNotes(stored.notes!)!.values()]).toEqual(['in blue'])
  await b.device.end()
  await first.device.end()
})

it('declined it leaves nothing but the cart as it was', async () => {
  const { first, b, addressId } = await secondPhone()
  const id = await asked(b, await asking(b, addressId))
  const row = await question(b)
  expect((await b.tab.call('intent.dismiss', { intentId: row.intentId })).kind).toBe('accepted')
  expect(await onDevice(b)).toEqual({ orders: [], cart: { [b.one.ids[0]!]: 4 } })
  expect(await shop.orderOf(id)).toBeUndefined()
  expect(await shop.stockOf(b.one)).toBe(STOCK)
  await b.device.end()
  await first.device.end()
})

it('what is sold out meanwhile is refused with its reason', async () => {
  const { first, b, addressId } = await secondPhone()
  await asked(b, await asking(b, addressId))
  await shop.setStock(b.one, 0)
  b.device.network.faults.offline = false
  await b.tab.flush(true)
  await until('it is refused', async () => (await outbox(b))[0]?.state === 'rejected')
  expect((await outbox(b))[0]!.last?.reason).toBe('outOfStock')
  expect((await onDevice(b)).cart).toEqual({ [b.one.ids[0]!]: 4 })
  await b.device.end()
  await first.device.end()
})

it('notes of lines that are not in the order are refused', async () => {
  const { first, b, addressId } = await secondPhone()
  const payload = { ...(await asking(b, addressId)), notes: '{"999999:0":"whose?"}' }
  await asked(b, { ...payload })
  b.device.network.faults.offline = false
  await b.tab.flush(true)
  await until('it is refused', async () => (await outbox(b))[0]?.state === 'rejected')
  expect((await outbox(b))[0]!.last).toEqual({ reason: 'invalid', params: { path: 'notes' } })
  await b.device.end()
  await first.device.end()
})
