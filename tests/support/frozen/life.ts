import { randomUUID } from 'node:crypto'
import type { Payload } from '#contract/registry.ts'
import { catalogueTransaction } from '#server/feed/catalogue-feed.ts'
import { ownerTransaction } from '#server/feed/owner-feed.ts'
import { giveMoney } from '../market/orders.ts'
import { readOrder } from '#server/orders/order/change.ts'
import { moveOrder } from '#server/orders/moves/moves.ts'
import type { TestMarket, TestPerson } from '../market/market.ts'
import { act, gesture, until, type TestDevice, type TestTab } from '../device/world.ts'

/** The person, shops, addresses and orders of a frozen life, by which a test names them. */
export interface Cast {
  uid: string
  email: string
  password: string
  /** Shops and their products. `rising`: one product became dearer, another went out of stock. */
  a: Shop
  b: Shop
  rising: Shop
  home: string
  work: string
  cabin: string
  /** Orders that were received, shipped, and left unpaid; and the checkout that waits. */
  received: string
  shipped: string
  unpaid: string
  checkout: string
}
interface Shop {
  shopId: number
  ids: number[]
}
interface Life {
  market: TestMarket
  device: TestDevice
  person: TestPerson
  tab: TestTab
}

const anAddress = (recipient: string) => ({
  country: 'LB',
  province: 'LB-JA',
  city: 'Tyre',
  detail: 'Port road 4',
  zip: '1601',
  recipient,
  mobile: '+9613123456',
})
const pieces = (shop: Shop, at: number) => ({ id: shop.ids[at]!, shopId: shop.shopId, variantId: 0 })
const adding = (shop: Shop, at: number, num: number): Payload<'cart.add'> => ({
  ...pieces(shop, at),
  num,
  price: 500,
  currency: 'USD',
})
const placing = (
  clientOrderId: string,
  addressId: string,
  shop: Shop,
  at: number,
  num: number,
): Payload<'order.place'> => ({
  clientOrderId,
  shopId: shop.shopId,
  addressId,
  currency: 'USD',
  lines: [{ id: shop.ids[at]!, variantId: 0, num, price: 500 }],
  goods: num * 500,
  shipping: 0,
  tax: 0,
  total: num * 500,
  remark: 'ring twice',
})

async function looked<T>(
  { device, person }: Life,
  look: (db: Awaited<ReturnType<TestDevice['userDb']>>) => Promise<T>,
): Promise<T> {
  const db = await device.userDb(person.uid)
  try {
    return await look(db)
  } finally {
    db.close()
  }
}
const waitFor = (life: Life, what: string, states: readonly string[]): Promise<void> =>
  until(what, () =>
    looked(
      life,
      async (db) => JSON.stringify((await db.outbox.toArray()).map((r) => r.state)) === JSON.stringify(states),
    ),
  )

/** Some ordinary use of the app; all of it has reached the shop in the end. */
async function shopAsUsual(life: Life, c: Cast): Promise<void> {
  const { market, tab, person } = life
  await act(tab, 'favourite.set', { id: c.a.ids[0]!, on: true })
  await act(tab, 'favourite.set', { id: c.a.ids[1]!, on: true })
  await act(tab, 'follow.set', { id: c.a.shopId, on: true })
  for (const [shop, at, num] of [
    [c.a, 0, 6],
    [c.a, 1, 2],
    [c.b, 0, 9],
    [c.rising, 0, 3],
  ] as const)
    await act(tab, 'cart.add', adding(shop, at, num))
  await act(tab, 'address.put', { id: c.home, patch: anAddress('Amal Haddad'), baseRev: 0 })
  await act(tab, 'address.put', { id: c.work, patch: anAddress('Office'), baseRev: 0 })
  await act(tab, 'address.default', { id: c.home })
  const checkout = (id: string): string => id.split(':')[0]!
  await act(tab, 'order.place', placing(checkout(c.received), c.home, c.a, 0, 1))
  await act(tab, 'order.place', placing(checkout(c.shipped), c.home, c.b, 0, 2))
  await act(tab, 'order.place', placing(checkout(c.unpaid), c.home, c.a, 0, 1))
  await waitFor(life, 'all of it is at the shop', [])
  await tab.call('order.pay', { ids: [c.received, c.shipped], password: person.password })
  for (const id of [c.received, c.shipped])
    await ownerTransaction(market.db, person.uid, async (call) =>
      moveOrder(call, (await readOrder(call.tx, person.uid, id))!, { event: 'ship', at: Date.now() }),
    )
  await act(tab, 'order.receive', { id: c.received })
  await waitFor(life, 'the receipt is at the shop', [])
  await until('the phone knows what was shipped', () =>
    looked(life, async (db) => (await db.orders.get(c.shipped))?.shown?.state === 'shipped'),
  )
}

/** Looks around, so that there is a catalogue and an index on the device. */
async function browse({ device, tab }: Life, c: Cast): Promise<void> {
  await tab.want('catalogue.home', {} as never)
  await tab.want('catalogue.categories', {})
  await tab.want('catalogue.products', { sort: 'all' })
  await tab.want('catalogue.product', { id: c.a.ids[0]! })
  await tab.want('catalogue.stores', { ids: [c.a.shopId, c.b.shopId] })
  await tab.want('area.read', {})
  await tab.want('user.profile', {})
  await tab.call('search.history', { remember: 'lantern' })
  await tab.call('search.device', { query: 'thing', limit: 5 })
  const db = await device.catalogueDb()
  await until('the index is stored', async () => (await db.segments.count()) > 0 && (await db.unindexed.count()) === 0)
  db.close()
}

/**
 * Leaves an intent that the shop refused, one that asks for consent, one that cannot be read, one that the shop was too
 * busy for, and one whose answer was lost. Then a tunnel begins.
 */
async function getIntoTrouble(life: Life, c: Cast): Promise<void> {
  const { market, device } = life
  await catalogueTransaction(market.db, async ({ tx, rev }) => {
    await tx
      .updateTable('products')
      .set({ price: 700, ladder: JSON.stringify([{ from: 1, price: 700 }]), rev })
      .where('id', '=', c.rising.ids[0]!)
      .execute()
    await tx.updateTable('products').set({ stock: 0, rev }).where('id', '=', c.rising.ids[1]!).execute()
  })
  await act(life.tab, 'order.place', placing(randomUUID(), c.home, c.rising, 1, 1))
  await waitFor(life, 'one is refused', ['rejected'])
  await act(life.tab, 'order.place', placing(randomUUID(), c.home, c.rising, 0, 3))
  await waitFor(life, 'one asks', ['rejected', 'conflict'])
  await looked(life, async (db) => {
    const known = (await db.archive.toArray()).find((row) => row.name === 'favourite.set')!
    const { endedAt, by, seq, ...row } = known
    await db.outbox.add({
      ...row,
      intentId: gesture(),
      payload: { id: `not a number, ${endedAt} ${seq} ${by}`, on: true },
      keys: ['favourites/1'],
      lanes: ['favourite:1'],
      state: 'pending',
      attempts: 0,
    })
  })
  await life.tab.flush(true)
  await until('one is set aside', () => looked(life, async (db) => (await db.quarantine.count()) === 1))

  const { fetch } = device.network
  const onPush = (answer: (url: string, init: RequestInit) => Promise<Response>): void => {
    device.network.fetch = (url, init) => (url.endsWith('/api/sync/push') ? answer(url, init) : fetch(url, init))
  }
  onPush(async () => new Response('busy', { status: 503, headers: { 'Retry-After': '300' } }))
  await act(life.tab, 'follow.set', { id: c.b.shopId, on: true })
  await waitFor(life, 'one waits for a busy shop', ['rejected', 'conflict', 'waiting'])
  life.tab.kill()
  onPush(async (url, init) => {
    await fetch(url, init)
    device.network.faults.offline = true
    throw new TypeError('fetch failed')
  })
  life.tab = device.tab()
  await life.tab.ready()
  await act(life.tab, 'cart.add', adding(c.a, 1, 5))
  await waitFor(life, 'one may have had its effect', ['rejected', 'conflict', 'waiting', 'unknown'])
  device.network.fetch = fetch
}

/** In the tunnel: one of every kind of change. */
async function workOffline({ tab, ...life }: Life, c: Cast): Promise<void> {
  const rev = await looked({ tab, ...life }, async (db) => (await db.addresses.get(c.home))!.rev)
  await act(tab, 'cart.add', adding(c.a, 2, 3))
  await act(tab, 'cart.set', { ...pieces(c.a, 0), from: 4, to: 6 })
  await act(tab, 'cart.tick', { ...pieces(c.b, 0), on: false })
  await act(tab, 'cart.clear', { lines: [{ ...pieces(c.a, 1), num: 7 }] })
  await act(tab, 'favourite.set', { id: c.a.ids[0]!, on: false })
  await act(tab, 'favourite.set', { id: c.a.ids[2]!, on: true })
  await act(tab, 'favourite.clear', { ids: [c.a.ids[1]!] })
  await act(tab, 'follow.set', { id: c.a.shopId, on: false })
  await act(tab, 'address.put', { id: c.cabin, patch: anAddress('Zeina Khoury'), baseRev: 0 })
  await act(tab, 'address.put', { id: c.home, patch: { detail: 'Port road 6' }, baseRev: rev })
  await act(tab, 'address.del', { id: c.work })
  await act(tab, 'address.default', { id: c.cabin })
  await tab.mutate(
    [placing(c.checkout, c.cabin, c.a, 0, 2), placing(c.checkout, c.cabin, c.b, 0, 3)].map((payload) => ({
      intentId: gesture(),
      name: 'order.place',
      payload,
    })),
  )
  await act(tab, 'order.cancel', { id: c.unpaid })
  await act(tab, 'order.receive', { id: c.shipped })
}

/**
 * Lives the life of one person on one phone up to the moment at which it is frozen: offline, the process dead, with
 * work of every kind waiting.
 */
export async function liveUntilFrozen(market: TestMarket, device: TestDevice): Promise<Cast> {
  const [a, b, rising, person] = await Promise.all([
    market.products(3, 1000),
    market.products(3, 1000),
    market.products(2, 1000),
    market.person(),
  ])
  await giveMoney(market.db, person.uid, 1_000_000)
  const cast: Cast = {
    ...person,
    a,
    b,
    rising,
    home: randomUUID(),
    work: randomUUID(),
    cabin: randomUUID(),
    checkout: randomUUID(),
    received: `${randomUUID()}:${a.shopId}`,
    shipped: `${randomUUID()}:${b.shopId}`,
    unpaid: `${randomUUID()}:${a.shopId}`,
  }
  const life: Life = { market, device, person, tab: device.tab() }
  const login = await life.tab.call('user.login', { email: person.email, password: person.password })
  if (login.kind !== 'accepted') throw new Error(`could not sign in: ${login.kind}`)
  await shopAsUsual(life, cast)
  await browse(life, cast)
  await getIntoTrouble(life, cast)
  await workOffline(life, cast)
  life.tab.kill()
  return cast
}
