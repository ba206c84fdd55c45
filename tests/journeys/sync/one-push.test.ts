import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readCursor } from '#worker/outbox/fence.ts'
import {
  newBuyer,
  orderInTunnel,
  onDevice,
  online,
  outbox,
  placing,
  settled,
  type Buyer,
} from '../../support/people/buyer.ts'
import { openTestMarket, type TestMarket } from '../../support/market/market.ts'
import { act, newDevice, until } from '../../support/device/world.ts'

// The cost of a tap while the network is there: one push, whose answer brings all that the feed would.

let market: TestMarket
beforeAll(async () => {
  market = await openTestMarket()
})
afterAll(() => market.close())

const paths = ({ device }: Buyer): string[] => device.network.log.map((e) => e.path)
const cursors = async ({ device, person }: Buyer): Promise<{ device: string; server: string }> => {
  const db = await device.userDb(person.uid)
  const cursor = await readCursor(db)
  db.close()
  const feed = await market.db.selectFrom('feeds').select('rev').where('user_id', '=', person.uid).executeTakeFirst()
  return { device: cursor, server: String(feed?.rev ?? 0) }
}
const upToDate = async (b: Buyer): Promise<boolean> => {
  const at = await cursors(b)
  return at.device === at.server
}
/**
 * The device has the goods, as somebody has who looks at them, and everything that a start asks for was answered. A
 * start may pull once more than it had to; it has done so when another device's change has come.
 */
async function quiet(b: Buyer): Promise<void> {
  await settled(b)
  const ids = [...b.one.ids, ...b.two.ids]
  expect(await b.tab.want('catalogue.products', { ids, sort: 'all' })).toEqual({ kind: 'fresh' })
  for (const path of ['/api/sync/poke', '/api/sync/pull', '/api/index/changes'])
    await until(`${path} was asked for`, () => paths(b).includes(path))
  await elsewhere(b, b.two.ids[1]!)
  await until('the other device is heard', async () => (await favourites(b)).includes(b.two.ids[1]!))
  await until('the feed is at its end', () => upToDate(b))
  b.device.network.log.length = 0
}
/** Another device of the person changes something; resolves once it is at the server. */
async function elsewhere(b: Buyer, productId: number): Promise<void> {
  const device = newDevice(market)
  const tab = device.tab()
  await tab.call('user.login', { email: b.person.email, password: b.person.password })
  await act(tab, 'favourite.set', { id: productId, on: true })
  await settled({ device, person: b.person })
  await device.end()
}
const favourites = async ({ device, person }: Buyer): Promise<number[]> => {
  const db = await device.userDb(person.uid)
  const rows = await db.favourites.toArray()
  db.close()
  return rows.flatMap((row) => (row.server?.on ? [row.server.id] : []))
}
/** One push, and the poke for it was answered by nothing: the only pull is for what another device does last. */
async function expectOnePush(b: Buyer): Promise<void> {
  await elsewhere(b, b.two.ids[2]!)
  await until('the other device is heard', async () => (await favourites(b)).includes(b.two.ids[2]!))
  // The details of what was added are fetched ahead, before or after the push.
  const other = new Set(['/api/sync/poke', '/api/index/pro_infos'])
  expect(paths(b).filter((path) => !other.has(path))).toEqual(['/api/sync/push', '/api/sync/pull'])
}

const line = (b: Buyer) => ({ id: b.one.ids[0]!, shopId: b.one.shopId, variantId: 0 })
const taps: Record<string, (b: Buyer) => Promise<unknown>> = {
  'a favourite': (b) => act(b.tab, 'favourite.set', { id: b.one.ids[0]!, on: true }),
  'a store followed': (b) => act(b.tab, 'follow.set', { id: b.one.shopId, on: true }),
  'a cart line': (b) => act(b.tab, 'cart.add', { ...line(b), num: 3, price: 500, currency: 'USD' }),
}

describe('one tap', () => {
  it.each(Object.keys(taps))('costs one push and nothing more: %s', async (name) => {
    const b = await newBuyer(market)
    await quiet(b)
    await taps[name]!(b)
    await settled(b)
    expect(await upToDate(b)).toBe(true)
    await expectOnePush(b)
    expect(b.device.reports).toEqual([])
    await b.device.end()
  })

  it('costs one push and nothing more: an order placed', async () => {
    const b = await newBuyer(market)
    const { address } = await orderInTunnel(b)
    await online(b)
    // The areas of one's addresses are fetched ahead, once: the countries, and the provinces of one.
    const catalogue = await b.device.catalogueDb()
    await until('they are here', async () => (await catalogue.areas.where('parentCode').notEqual('').count()) > 0)
    catalogue.close()
    await quiet(b)
    const checkout = randomUUID()
    await act(b.tab, 'order.place', placing(checkout, address, b.one, 2))
    await settled(b)
    expect((await onDevice(b)).orders.find((o) => o.key === `${checkout}:${b.one.shopId}`)?.server?.state).toBe(
      'unpaid',
    )
    expect(await upToDate(b)).toBe(true)
    await expectOnePush(b)
    await b.device.end()
  })

  it("is followed by a pull when another device's change lies before it", async () => {
    const b = await newBuyer(market)
    await quiet(b)
    b.device.network.faults.lieFi = true
    await act(b.tab, 'favourite.set', { id: b.one.ids[0]!, on: true })
    await elsewhere(b, b.one.ids[1]!)
    b.device.network.faults.lieFi = false
    await b.tab.flush(true)
    await settled(b)
    await until('it has all three', async () => (await favourites(b)).length === 3)
    expect(await upToDate(b)).toBe(true)
    await b.device.end()
  })

  it('is told by its answer how far it raised the feed, over several transactions of one push', async () => {
    const b = await newBuyer(market)
    await quiet(b)
    b.device.network.faults.offline = true
    // More than share a transaction; what nobody sells is refused, one by one.
    const intents = Array.from({ length: 300 }, (_, i) => ({
      intentId: randomUUID(),
      name: 'favourite.set' as const,
      payload: { id: 1_000_000 + i, on: true },
    }))
    expect(await b.tab.mutate(intents)).toEqual({ kind: 'saved' })
    const before = await cursors(b)
    await online(b)
    await until('all are refused', async () => (await outbox(b)).every((row) => row.state === 'rejected'))
    const after = await cursors(b)
    expect(paths(b).filter((path) => path === '/api/sync/push')).toHaveLength(1)
    // A transaction has a bound in time, too.
    expect(Number(after.server) - Number(before.server)).toBeGreaterThan(1)
    expect(after.device).toBe(after.server)
    await b.device.end()
  })
})
