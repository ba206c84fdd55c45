import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  newBuyer,
  onDevice,
  online,
  orderInTunnel,
  outbox,
  placing,
  settled,
  shopSide,
  STOCK,
} from '../../support/people/buyer.ts'
import { openTestMarket, type TestMarket } from '../../support/market/market.ts'
import { act, gesture, until } from '../../support/device/world.ts'

// The consent that an order asks of the person, and their data, which stands sealed on the device.

let market: TestMarket
let shop: ReturnType<typeof shopSide>
beforeAll(async () => {
  market = await openTestMarket()
  shop = shopSide(market)
})
afterAll(() => market.close())

describe('consent', () => {
  it('a price that rose makes no order until the person agrees', async () => {
    const b = await newBuyer(market)
    const { checkout, address, ids } = await orderInTunnel(b)
    await shop.setPrice(b.one, 600)
    await online(b)
    await until(
      'one asks, the other is placed',
      async () => (await outbox(b)).length === 1 && (await outbox(b))[0]!.state === 'conflict',
    )
    const [asking] = await outbox(b)
    expect(asking!.last).toEqual({ reason: 'priceRose', params: { total: 2400 } })
    expect(await shop.orderOf(ids[0]!)).toBeUndefined()
    expect(await shop.orderOf(ids[1]!)).toMatchObject({ state: 'unpaid' })
    expect(await shop.stockOf(b.one)).toBe(STOCK)
    const consent = {
      intentId: gesture(),
      name: 'order.place' as const,
      payload: placing(checkout, address, b.one, 4, 600),
      replaces: asking!.intentId,
    }
    expect(await b.tab.mutate([consent])).toEqual({ kind: 'saved' })
    await settled(b)
    expect(await shop.orderOf(ids[0]!)).toMatchObject({ state: 'unpaid', total: 2400 })
    expect(await shop.stockOf(b.one)).toBe(STOCK - 4)
    await b.device.end()
  })

  it('a price that fell is passed on', async () => {
    const b = await newBuyer(market)
    const { ids } = await orderInTunnel(b)
    await shop.setPrice(b.one, 450)
    await online(b)
    await settled(b)
    expect(await shop.orderOf(ids[0]!)).toMatchObject({ state: 'unpaid', total: 1800 })
    await b.device.end()
  })

  it('goods that are gone refuse their shop’s part with its reason; the other goes through', async () => {
    const b = await newBuyer(market)
    const { ids } = await orderInTunnel(b)
    await shop.setStock(b.one, 0)
    await online(b)
    await until('only refusals are left', async () => (await outbox(b)).every((r) => r.state === 'rejected'))
    expect((await outbox(b)).find((r) => r.name === 'order.place')?.last?.reason).toMatch(/outOfStock|earlierRefused/)
    expect(await shop.orderOf(ids[0]!)).toBeUndefined()
    expect(await shop.orderOf(ids[1]!)).toMatchObject({ state: 'unpaid' })
    await b.device.end()
  })

  it('an order that waited beyond its day is asked about, also with the clock two years off', async () => {
    const b = await newBuyer(market)
    b.device.clock.offset = 2 * 365 * 86_400_000
    const { ids } = await orderInTunnel(b)
    b.device.clock.offset += 25 * 3_600_000
    await online(b)
    await until(
      'both ask',
      async () => (await outbox(b)).length === 2 && (await outbox(b)).every((r) => r.state === 'conflict'),
    )
    expect((await outbox(b)).map((r) => r.last?.reason)).toEqual(['expired', 'expired'])
    for (const id of ids) expect(await shop.orderOf(id)).toBeUndefined()
    for (const row of await outbox(b)) await b.tab.call('intent.dismiss', { intentId: row.intentId })
    expect((await onDevice(b)).cart).toEqual({ [b.one.ids[0]!]: 4, [b.two.ids[0]!]: 7 })
    await b.device.end()
  })
})

describe('what is personal', () => {
  it('stands nowhere in clear on the device', async () => {
    const b = await newBuyer(market)
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
    await settled(b)
    expect((await b.tab.call('order.pay', { ids, password: b.person.password })).kind).toBe('accepted')
    expect(await everything()).not.toMatch(personal)
    const address = await market.db
      .selectFrom('addresses')
      .selectAll()
      .where('user_id', '=', b.person.uid)
      .executeTakeFirstOrThrow()
    expect(address).toMatchObject({ recipient: 'Amal Haddad', city: 'Tyre' })
    await b.device.end()
  })

  it('that no longer opens is set aside in sight, and the rest goes on', async () => {
    const b = await newBuyer(market)
    await orderInTunnel(b)
    await act(b.tab, 'favourite.set', { id: b.one.ids[1]!, on: true })
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
    await until(
      'the favourite is sent and what is sealed is set aside',
      async () =>
        (await look.quarantine.count()) > 0 &&
        (await look.outbox.where('state').anyOf('pending', 'sending', 'unknown').count()) === 0,
    )
    look.close()
    expect(
      await market.db.selectFrom('favourites').select('product_id').where('user_id', '=', b.person.uid).execute(),
    ).toHaveLength(1)
    expect(await market.db.selectFrom('orders').select('id').where('user_id', '=', b.person.uid).execute()).toEqual([])
    await b.device.end()
  })
})
