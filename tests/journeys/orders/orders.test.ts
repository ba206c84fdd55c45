import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseOrderNumber } from '#contract/orders/number.ts'
import { operate } from '#server/operator/commands/operate.ts'
import {
  newBuyer,
  onDevice,
  online,
  orderInTunnel,
  outbox,
  settled,
  shopSide,
  STOCK,
  type Buyer,
} from '../../support/people/buyer.ts'
import { openTestMarket, type TestMarket } from '../../support/market/market.ts'
import { act, until } from '../../support/device/world.ts'

// Orders over the worker's real code and the real server: placed in a tunnel, paid, shipped, received;
// whatever the network loses, each exists once and every unit of money and stock is where it belongs.

let market: TestMarket
let shop: ReturnType<typeof shopSide>
beforeAll(async () => {
  market = await openTestMarket()
  shop = shopSide(market)
})
afterAll(() => market.close())

/** The whole way: placed, paid, shipped, received; money and stock at each station. */
async function goesThrough(b: Buyer, ids: string[]): Promise<void> {
  await settled(b)
  for (const id of ids) expect(await shop.orderOf(id)).toMatchObject({ state: 'unpaid' })
  expect(await shop.stockOf(b.one)).toBe(STOCK - 4)
  expect(await shop.stockOf(b.two)).toBe(STOCK - 5)
  expect((await onDevice(b)).cart).toEqual({ [b.two.ids[0]!]: 2 })

  expect(await b.tab.call('order.pay', { ids, password: 'a wrong one' })).toMatchObject({ kind: 'refused' })
  expect((await b.tab.call('order.pay', { ids, password: b.person.password })).kind).toBe('accepted')
  expect((await onDevice(b)).orders.map((o) => o.shown?.state)).toEqual(['paid', 'paid'])
  expect(await shop.moneyOf(`user:${b.person.uid}:available`)).toBe(1_000_000 - 4500)
  expect(await shop.moneyOf(`escrow:${ids[0]}`)).toBe(2000)

  for (const id of ids) await shop.ship(b.person.uid, id)
  await until('the device knows', async () => (await onDevice(b)).orders.every((o) => o.shown?.state === 'shipped'))
  for (const id of ids) await act(b.tab, 'order.receive', { id })
  await settled(b)
  expect((await onDevice(b)).orders.map((o) => o.shown?.state)).toEqual(['received', 'received'])
  expect(await shop.moneyOf(`escrow:${ids[0]}`)).toBe(0)
  expect(await shop.moneyOf(`store:${b.one.shopId}:available`)).toBe(2000)
  expect(await shop.moneyOf(`store:${b.two.shopId}:available`)).toBe(2500)
  expect(await shop.moneyOf('%')).toBe(0)
  expect(b.device.reports).toEqual([])
}

describe(`orders (${process.env['MARKET_DB'] ?? 'pglite'})`, () => {
  it('placed in a tunnel for two shops exist once, are paid, shipped and received', async () => {
    const b = await newBuyer(market)
    const { ids } = await orderInTunnel(b)
    expect((await onDevice(b)).orders.map((o) => o.shown?.state)).toEqual(['onDevice', 'onDevice'])
    expect((await onDevice(b)).cart).toEqual({ [b.two.ids[0]!]: 2 })
    await online(b)
    await goesThrough(b, ids)
    await b.device.end()
  })

  it('have a number each once they are placed, by which the operator finds them', async () => {
    const b = await newBuyer(market)
    const { ids } = await orderInTunnel(b)
    const numbers = async () => (await onDevice(b)).orders.map((o) => o.shown?.number)
    expect(await numbers()).toEqual([undefined, undefined])
    await online(b)
    await settled(b)
    const given = await numbers()
    expect(new Set(given).size).toBe(2)
    for (const number of given) expect(parseOrderNumber(number!)).toBe(number)
    await b.tab.call('order.pay', { ids, password: b.person.password })
    const first = (await onDevice(b)).orders[0]!.shown!
    const result = await operate(market.db, ['ship', first.number!.toLowerCase()], Date.now())
    expect(result).toMatchObject({ exit: 0, text: expect.stringContaining('is shipped') as string })
    expect(await shop.orderOf(first.id)).toMatchObject({ state: 'shipped' })
    await b.device.end()
  })

  it('the same with each answer lost once', async () => {
    const b = await newBuyer(market)
    const { ids } = await orderInTunnel(b)
    b.device.network.faults.loseFirstOf = new Set(['/api/sync/push', '/api/sync/pull'])
    await online(b)
    await goesThrough(b, ids)
    await b.device.end()
  })

  it('the same with every call delivered twice', async () => {
    const b = await newBuyer(market)
    const { ids } = await orderInTunnel(b)
    b.device.network.faults.duplicate = true
    await online(b)
    await settled(b)
    b.device.network.faults.duplicate = false
    await goesThrough(b, ids)
    await b.device.end()
  })

  it('the same with the device killed and the session ended in the middle', async () => {
    const b = await newBuyer(market)
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
    const b = await newBuyer(market)
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
