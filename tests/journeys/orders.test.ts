import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Payload } from '#contract/registry.ts'
import { catalogueTransaction } from '#server/feed/catalogue-feed.ts'
import { ownerTransaction } from '#server/feed/owner-feed.ts'
import { grantTestMoney } from '#server/market/ledger.ts'
import { readOrder } from '#server/market/order-change.ts'
import { moveOrder } from '#server/market/order-moves.ts'
import { openTestMarket, type TestMarket, type TestPerson } from '../support/market.ts'
import { act, gesture, newDevice, until, type TestDevice, type TestTab } from '../support/world.ts'

// Orders over the worker's real code and the real server: placed in a tunnel, asked about, paid, shipped,
// received; whatever the network loses, each exists once and every unit of money and stock is where it belongs.

let market: TestMarket
let one: { shopId: number; ids: number[] }
let two: { shopId: number; ids: number[] }
const STOCK = 1000
beforeAll(async () => {
  market = await openTestMarket()
})
afterAll(() => market.close())

interface Buyer { device: TestDevice; tab: TestTab; person: TestPerson }

/** A buyer with 10,000.00 of test money and a new phone, signed in; two new shops. */
async function buyer(): Promise<Buyer> {
  [one, two] = await Promise.all([market.products(3, STOCK), market.products(3, STOCK)])
  const person = await market.person()
  await market.db.transaction().execute((tx) => grantTestMoney(tx, person.uid, 1_000_000, 'USD'))
  const device = newDevice(market)
  const tab = device.tab()
  expect((await tab.call('user.login', { email: person.email, password: person.password })).kind).toBe('accepted')
  const b = { device, tab, person }
  await settled(b)
  return b
}

async function outbox({ device, person }: Buyer) {
  const db = await device.userDb(person.uid)
  const rows = await db.outbox.toArray()
  db.close()
  return rows
}
const settled = (b: Buyer) => until('nothing waits', async () => (await outbox(b)).length === 0)
async function onDevice({ device, person }: Buyer) {
  const db = await device.userDb(person.uid)
  const orders = await db.orders.toArray()
  const cart = (await db.cartLines.toArray()).flatMap((r) => (r.shown && r.shown.num > 0 ? [[r.shown.id, r.shown.num]] : []))
  db.close()
  return { orders, cart: Object.fromEntries(cart) as Record<number, number> }
}

const line = (shop: { shopId: number; ids: number[] }, i: number) => ({ id: shop.ids[i]!, shopId: shop.shopId, variantId: 0 })
const addTo = (tab: TestTab, shop: typeof one, i: number, num: number) => act(tab, 'cart.add', { ...line(shop, i), num, price: 500, currency: 'USD' })
const anAddress = { country: 'LB', province: 'LB-JA', city: 'Tyre', detail: 'Port road 4', zip: '1601', recipient: 'Amal Haddad', mobile: '+9613123456' }

const placing = (checkout: string, addressId: string, shop: typeof one, num: number, price = 500): Payload<'order.place'> => ({
  clientOrderId: checkout, shopId: shop.shopId, addressId, currency: 'USD', lines: [{ id: shop.ids[0]!, variantId: 0, num, price }],
  goods: num * price, shipping: 0, tax: 0, total: num * price, remark: 'ring twice',
})
const place = (tab: TestTab, ...orders: Payload<'order.place'>[]) => tab.mutate(orders.map((payload) => ({ intentId: gesture(), name: 'order.place' as const, payload })))

/** In a tunnel: fills the cart of two shops, adds an address, orders from both. Returns the checkout and the address. */
async function orderInTunnel(b: Buyer): Promise<{ checkout: string; address: string; ids: string[] }> {
  b.device.network.faults.offline = true
  await addTo(b.tab, one, 0, 4)
  await addTo(b.tab, two, 0, 7)
  const address = randomUUID()
  await act(b.tab, 'address.put', { id: address, patch: anAddress, baseRev: 0 })
  const checkout = randomUUID()
  expect(await place(b.tab, placing(checkout, address, one, 4), placing(checkout, address, two, 5))).toEqual({ kind: 'saved' })
  return { checkout, address, ids: [`${checkout}:${one.shopId}`, `${checkout}:${two.shopId}`] }
}
const online = async (b: Buyer) => {
  b.device.network.faults.offline = false
  await b.tab.flush(true)
}

const stockOf = async (shop: typeof one) => (await market.db.selectFrom('products').select('stock').where('id', '=', shop.ids[0]!).executeTakeFirstOrThrow()).stock
const stateOf = async (id: string) => (await market.db.selectFrom('orders').select(['state', 'total', 'due', 'reason']).where('id', '=', id).executeTakeFirst())
const moneyOf = async (account: string) => Number((await sql<{ sum: number }>`select coalesce(sum(amount), 0)::int as sum from ledger_postings where account = ${account}`.execute(market.db)).rows[0]!.sum)
const shopMoves = (b: Buyer, id: string, event: 'ship' | 'refund') =>
  ownerTransaction(market.db, b.person.uid, async (call) => moveOrder(call, (await readOrder(call.tx, b.person.uid, id))!, { event, at: Date.now(), ...(event === 'refund' ? { reason: 'shop' as const } : {}) }))
const setPrice = (shop: typeof one, price: number) => catalogueTransaction(market.db, ({ tx, rev }) =>
  tx.updateTable('products').set({ ladder: JSON.stringify([{ from: 1, price }]), price, rev }).where('id', '=', shop.ids[0]!).execute())

/** The whole way: placed, paid, shipped, received; money and stock at each station. */
async function goesThrough(b: Buyer, ids: string[]): Promise<void> {
  await settled(b)
  for (const id of ids) expect(await stateOf(id)).toMatchObject({ state: 'unpaid' })
  expect(await stockOf(one)).toBe(STOCK - 4)
  expect(await stockOf(two)).toBe(STOCK - 5)
  expect((await onDevice(b)).cart).toEqual({ [two.ids[0]!]: 2 })

  expect(await b.tab.call('order.pay', { ids, password: 'a wrong one' })).toMatchObject({ kind: 'refused' })
  expect((await b.tab.call('order.pay', { ids, password: b.person.password })).kind).toBe('accepted')
  expect((await onDevice(b)).orders.map((o) => o.shown?.state)).toEqual(['paid', 'paid'])
  expect(await moneyOf(`user:${b.person.uid}:available`)).toBe(1_000_000 - 4500)
  expect(await moneyOf(`escrow:${ids[0]}`)).toBe(2000)

  for (const id of ids) await shopMoves(b, id, 'ship')
  await until('the device knows', async () => (await onDevice(b)).orders.every((o) => o.shown?.state === 'shipped'))
  for (const id of ids) await act(b.tab, 'order.receive', { id })
  await settled(b)
  expect((await onDevice(b)).orders.map((o) => o.shown?.state)).toEqual(['received', 'received'])
  expect(await moneyOf(`escrow:${ids[0]}`)).toBe(0)
  expect(await moneyOf(`store:${one.shopId}:available`)).toBe(2000)
  expect(await moneyOf(`store:${two.shopId}:available`)).toBe(2500)
  expect((await sql<{ sum: number }>`select coalesce(sum(amount), 0)::int as sum from ledger_postings`.execute(market.db)).rows[0]!.sum).toBe(0)
  expect(b.device.reports).toEqual([])
}

describe(`orders (${process.env['MARKET_DB'] ?? 'pglite'})`, () => {
  it('placed in a tunnel for two shops exist once, are paid, shipped and received', async () => {
    const b = await buyer()
    const { ids } = await orderInTunnel(b)
    expect((await onDevice(b)).orders.map((o) => o.shown?.state)).toEqual(['onDevice', 'onDevice'])
    expect((await onDevice(b)).cart).toEqual({ [two.ids[0]!]: 2 })
    await online(b)
    await goesThrough(b, ids)
    await b.device.end()
  })

  it('the same with each answer lost once', async () => {
    const b = await buyer()
    const { ids } = await orderInTunnel(b)
    b.device.network.faults.loseFirstOf = new Set(['/api/sync/push', '/api/sync/pull'])
    await online(b)
    await goesThrough(b, ids)
    await b.device.end()
  })

  it('the same with every call delivered twice', async () => {
    const b = await buyer()
    const { ids } = await orderInTunnel(b)
    b.device.network.faults.duplicate = true
    await online(b)
    await settled(b)
    b.device.network.faults.duplicate = false
    await goesThrough(b, ids)
    await b.device.end()
  })

  it('the same with the device killed and the session ended in the middle', async () => {
    const b = await buyer()
    const { ids } = await orderInTunnel(b)
    b.tab.kill()
    await market.db.deleteFrom('sessions').where('user_id', '=', b.person.uid).execute()
    b.tab = b.device.tab()
    await online(b)
    const link = async () => {
      const db = await b.device.userDb(b.person.uid)
      const row = (await db.meta.get('link')) as { session: string }
      db.close()
      return row.session
    }
    await until('the session is known to be gone', async () => (await link()) === 'gone')
    expect((await outbox(b)).length).toBeGreaterThan(0)
    await b.tab.call('user.login', { email: b.person.email, password: b.person.password })
    await goesThrough(b, ids)
    await b.device.end()
  })

  it('of one person cross to nobody else on the same phone', async () => {
    const b = await buyer()
    await orderInTunnel(b)
    b.device.network.faults.offline = false
    await b.tab.call('user.logout', { unsent: 'keep' })
    const other = await market.person()
    await b.tab.call('user.login', { email: other.email, password: other.password })
    const theirs: Buyer = { ...b, person: other }
    await settled(theirs)
    expect(await onDevice(theirs)).toEqual({ orders: [], cart: {} })
    expect(await market.db.selectFrom('orders').select('id').where('user_id', '=', other.uid).execute()).toEqual([])
    await b.device.end()
  })
})

describe('consent', () => {
  it('a price that rose makes no order until the person agrees', async () => {
    const b = await buyer()
    const { checkout, address, ids } = await orderInTunnel(b)
    await setPrice(one, 600)
    await online(b)
    await until('one asks, the other is placed', async () => (await outbox(b)).length === 1 && (await outbox(b))[0]!.state === 'conflict')
    const [asking] = await outbox(b)
    expect(asking!.last).toEqual({ reason: 'priceRose', params: { total: 2400 } })
    expect(await stateOf(ids[0]!)).toBeUndefined()
    expect(await stateOf(ids[1]!)).toMatchObject({ state: 'unpaid' })
    expect(await stockOf(one)).toBe(STOCK)
    const consent = { intentId: gesture(), name: 'order.place' as const, payload: placing(checkout, address, one, 4, 600), replaces: asking!.intentId }
    expect(await b.tab.mutate([consent])).toEqual({ kind: 'saved' })
    await settled(b)
    expect(await stateOf(ids[0]!)).toMatchObject({ state: 'unpaid', total: 2400 })
    expect(await stockOf(one)).toBe(STOCK - 4)
    await b.device.end()
  })

  it('a price that fell is passed on', async () => {
    const b = await buyer()
    const { ids } = await orderInTunnel(b)
    await setPrice(one, 450)
    await online(b)
    await settled(b)
    expect(await stateOf(ids[0]!)).toMatchObject({ state: 'unpaid', total: 1800 })
    await b.device.end()
  })

  it('goods that are gone refuse their shop’s part with its reason; the other goes through', async () => {
    const b = await buyer()
    const { ids } = await orderInTunnel(b)
    await catalogueTransaction(market.db, ({ tx, rev }) => tx.updateTable('products').set({ stock: 0, rev }).where('id', '=', one.ids[0]!).execute())
    await online(b)
    await until('only refusals are left', async () => (await outbox(b)).every((r) => r.state === 'rejected'))
    expect((await outbox(b)).find((r) => r.name === 'order.place')?.last?.reason).toMatch(/outOfStock|earlierRefused/)
    expect(await stateOf(ids[0]!)).toBeUndefined()
    expect(await stateOf(ids[1]!)).toMatchObject({ state: 'unpaid' })
    await b.device.end()
  })

  it('an order that waited beyond its day is asked about, also with the clock two years off', async () => {
    const b = await buyer()
    b.device.clock.offset = 2 * 365 * 86_400_000
    const { ids } = await orderInTunnel(b)
    b.device.clock.offset += 25 * 3_600_000
    await online(b)
    await until('both ask', async () => (await outbox(b)).length === 2 && (await outbox(b)).every((r) => r.state === 'conflict'))
    expect((await outbox(b)).map((r) => r.last?.reason)).toEqual(['expired', 'expired'])
    for (const id of ids) expect(await stateOf(id)).toBeUndefined()
    for (const row of await outbox(b)) await b.tab.call('intent.dismiss', { intentId: row.intentId })
    expect((await onDevice(b)).cart).toEqual({ [one.ids[0]!]: 4, [two.ids[0]!]: 7 })
    await b.device.end()
  })
})

describe('what is personal', () => {
  it('stands nowhere in clear on the device', async () => {
    const b = await buyer()
    const { ids } = await orderInTunnel(b)
    const everything = async () => {
      const db = await b.device.userDb(b.person.uid)
      const all = JSON.stringify(await Promise.all(db.tables.map((t) => t.toArray())))
      db.close()
      return all
    }
    const personal = /Amal|Haddad|3123456|Port road|ring twice|Tyre/
    expect(await everything()).not.toMatch(personal)
    await online(b)
    await goesThrough(b, ids)
    expect(await everything()).not.toMatch(personal)
    const address = await market.db.selectFrom('addresses').selectAll().where('user_id', '=', b.person.uid).executeTakeFirstOrThrow()
    expect(address).toMatchObject({ recipient: 'Amal Haddad', city: 'Tyre' })
    await b.device.end()
  })

  it('that no longer opens is set aside in sight, and the rest goes on', async () => {
    const b = await buyer()
    await orderInTunnel(b)
    await act(b.tab, 'favourite.set', { id: one.ids[1]!, on: true })
    b.tab.kill()
    const db = await b.device.userDb(b.person.uid)
    await db.keys.clear()
    db.close()
    b.tab = b.device.tab()
    await b.tab.ready()
    // The token was sealed with it too.
    b.device.network.faults.offline = false
    await b.tab.call('user.login', { email: b.person.email, password: b.person.password })
    const look = await b.device.userDb(b.person.uid)
    await until('the favourite is sent and what is sealed is set aside', async () => (await look.quarantine.count()) > 0 && (await look.outbox.where('state').anyOf('pending', 'sending', 'unknown').count()) === 0)
    look.close()
    expect(await market.db.selectFrom('favourites').select('product_id').where('user_id', '=', b.person.uid).execute()).toHaveLength(1)
    expect(await market.db.selectFrom('orders').select('id').where('user_id', '=', b.person.uid).execute()).toEqual([])
    await b.device.end()
  })
})
