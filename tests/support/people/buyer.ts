import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Payload } from '#contract/registry.ts'
import { catalogueTransaction } from '#server/feed/catalogue-feed.ts'
import { ownerTransaction } from '#server/feed/owner-feed.ts'
import { readOrder } from '#server/orders/order/change.ts'
import { moveOrder } from '#server/orders/moves/moves.ts'
import type { TestMarket, TestPerson } from '../market/market.ts'
import { act, gesture, newDevice, until, type TestDevice, type TestTab } from '../device/world.ts'
import { giveMoney } from '../market/orders.ts'
import { centsOf } from '#contract/coins/assets.ts'

/** The stock of each product with which the shops of an order test begin (pieces). */
export const STOCK = 1000

export interface TestShop {
  shopId: number
  ids: number[]
}
/** A person with a phone and two new shops to buy from. */
export interface Buyer {
  device: TestDevice
  tab: TestTab
  person: TestPerson
  one: TestShop
  two: TestShop
}

/** A buyer with 10,000.00 of test money, signed in. */
export async function newBuyer(market: TestMarket): Promise<Buyer> {
  const [one, two] = await Promise.all([market.products(3, STOCK), market.products(3, STOCK)])
  const person = await market.person()
  await giveMoney(market.db, person.uid, 1_000_000)
  const device = newDevice(market)
  const tab = device.tab()
  expect((await tab.call('user.login', { email: person.email, password: person.password })).kind).toBe('accepted')
  const b = { device, tab, person, one, two }
  await settled(b)
  return b
}

type Looked = Pick<Buyer, 'device' | 'person'>

/** Reads or changes the person's database on the device. */
export async function inUserDb<T>(
  { device, person }: Looked,
  read: (db: Awaited<ReturnType<Buyer['device']['userDb']>>) => PromiseLike<T>,
): Promise<T> {
  const db = await device.userDb(person.uid)
  try {
    return await read(db)
  } finally {
    db.close()
  }
}
export const outbox = (b: Looked) => inUserDb(b, (db) => db.outbox.toArray())
export const settled = (b: Looked): Promise<void> => until('nothing waits', async () => (await outbox(b)).length === 0)

/** The orders on the phone, and the pieces in the cart that it shows, by product. */
export const onDevice = (b: Looked) =>
  inUserDb(b, async (db) => {
    const cart = (await db.cartLines.toArray()).flatMap((r) =>
      r.shown && r.shown.num > 0 ? [[r.shown.id, r.shown.num]] : [],
    )
    return { orders: await db.orders.toArray(), cart: Object.fromEntries(cart) as Record<number, number> }
  })

const anAddress = {
  country: 'LB',
  province: 'LB-JA',
  city: 'Tyre',
  detail: 'Port road 4',
  zip: '1601',
  recipient: 'Amal Haddad',
  mobile: '+9613123456',
}

export const placing = (
  checkout: string,
  addressId: string,
  shop: TestShop,
  num: number,
  price = 500,
): Payload<'order.place'> => ({
  clientOrderId: checkout,
  shopId: shop.shopId,
  addressId,
  currency: 'USD',
  lines: [{ id: shop.ids[0]!, variantId: 0, num, price }],
  goods: num * price,
  shipping: 0,
  tax: 0,
  total: num * price,
  remark: 'ring twice',
})

/**
 * In a tunnel: fills the cart of two shops, adds an address, orders from both; two pieces of the second shop stay in
 * the cart.
 */
export async function orderInTunnel({
  device,
  tab,
  one,
  two,
}: Buyer): Promise<{ checkout: string; address: string; ids: string[] }> {
  device.network.faults.offline = true
  const add = (shop: TestShop, num: number) =>
    act(tab, 'cart.add', { id: shop.ids[0]!, shopId: shop.shopId, variantId: 0, num, price: 500, currency: 'USD' })
  await add(one, 4)
  await add(two, 7)
  const address = randomUUID()
  await act(tab, 'address.put', { id: address, patch: anAddress, baseRev: 0 })
  const checkout = randomUUID()
  const parts = [placing(checkout, address, one, 4), placing(checkout, address, two, 5)]
  expect(await tab.mutate(parts.map((payload) => ({ intentId: gesture(), name: 'order.place', payload })))).toEqual({
    kind: 'saved',
  })
  return { checkout, address, ids: [`${checkout}:${one.shopId}`, `${checkout}:${two.shopId}`] }
}

export async function online({ device, tab }: Buyer): Promise<void> {
  device.network.faults.offline = false
  await tab.flush(true)
}

/** The state of the market in its database, and the acts of its shops. */
export const shopSide = (market: TestMarket) => ({
  stockOf: async (shop: TestShop) =>
    (await market.db.selectFrom('products').select('stock').where('id', '=', shop.ids[0]!).executeTakeFirstOrThrow())
      .stock,
  orderOf: (id: string) =>
    market.db.selectFrom('orders').select(['state', 'total', 'due', 'reason']).where('id', '=', id).executeTakeFirst(),
  moneyOf: async (accounts: string) => {
    const { rows } = await sql<{ balance: string }>`
      select coalesce(sum(amount), 0)::text as balance from ledger_postings
      where account like ${accounts} and asset = 'tUSDT'`.execute(market.db)
    return centsOf(BigInt(rows[0]!.balance))
  },
  ship: (uid: string, id: string) =>
    ownerTransaction(market.db, uid, async (call) =>
      moveOrder(call, (await readOrder(call.tx, uid, id))!, { event: 'ship', at: Date.now() }),
    ),
  setPrice: (shop: TestShop, price: number) =>
    catalogueTransaction(market.db, ({ tx, rev }) =>
      tx
        .updateTable('products')
        .set({ ladder: JSON.stringify([{ from: 1, price }]), price, rev })
        .where('id', '=', shop.ids[0]!)
        .execute(),
    ),
  setStock: (shop: TestShop, stock: number) =>
    catalogueTransaction(market.db, ({ tx, rev }) =>
      tx.updateTable('products').set({ stock, rev }).where('id', '=', shop.ids[0]!).execute(),
    ),
})
