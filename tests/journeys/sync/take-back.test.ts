import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
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
import { add, atShop, cancel, ended, inDoubt, shown, VOID } from '../../support/people/in-doubt.ts'
import { openTestMarket, type TestMarket } from '../../support/market/market.ts'
import { act, until } from '../../support/device/world.ts'

// A waiting change can be taken back, also when nobody knows whether it went through: the shop decides for good.

let market: TestMarket
beforeAll(async () => {
  market = await openTestMarket()
})
afterAll(() => market.close())

const outcomes = async (b: Buyer) =>
  (
    await sql<{
      n: number
    }>`select count(*)::int as n from outcomes where user_id = ${b.person.uid}::uuid and result->'refusal'->>'reason' = 'cancelled'`.execute(
      market.db,
    )
  ).rows[0]!.n

describe('what was never sent', () => {
  it('is taken back without a network, and what depends on it is named', async () => {
    const b = await newBuyer(market)
    const { ids } = await orderInTunnel(b)
    const address = (await outbox(b)).find((row) => row.name === 'address.put')!
    expect(await cancel(b, address.intentId)).toEqual({ kind: 'accepted', data: { became: 'cancelled' } })
    expect((await outbox(b)).filter((r) => r.name === 'order.place').map((r) => [r.state, r.last?.reason])).toEqual([
      ['rejected', 'earlierRefused'],
      ['rejected', 'earlierRefused'],
    ])
    expect((await onDevice(b)).orders).toEqual([])
    expect(await ended(b, address.intentId)).toEqual(['cancelled', 'cancelled'])
    await online(b)
    await until('the rest has gone', async () => (await outbox(b)).every((r) => r.state === 'rejected'))
    expect(await shopSide(market).orderOf(ids[0]!)).toBeUndefined()
    expect(await market.db.selectFrom('addresses').select('id').where('user_id', '=', b.person.uid).execute()).toEqual(
      [],
    )
    // Once more says the same.
    expect(await cancel(b, address.intentId)).toEqual({ kind: 'accepted', data: { became: 'cancelled' } })
    await b.device.end()
  })
})

describe('undoing that something was taken back', () => {
  const undo = (b: Buyer, intentId: string) => b.tab.call('intent.restore', { intentId, was: 'waiting' })
  const done = { kind: 'accepted', data: {} }

  it('has it wait again, with what was refused along with it, however often one presses', async () => {
    const b = await newBuyer(market)
    const { ids, address } = await orderInTunnel(b)
    const waited = (await outbox(b)).map((r) => r.name)
    const put = (await outbox(b)).find((row) => row.name === 'address.put')!
    await cancel(b, put.intentId)
    expect(await Promise.all([undo(b, put.intentId), undo(b, put.intentId)])).toEqual([done, done])
    const back = await outbox(b)
    expect([back.map((r) => r.name).sort(), back.every((r) => r.state === 'pending')]).toEqual([waited.sort(), true])
    expect((await onDevice(b)).orders.map((o) => o.key).sort()).toEqual([...ids].sort())
    await online(b)
    await settled(b)
    expect(await shopSide(market).orderOf(ids[0]!)).toMatchObject({ state: 'unpaid' })
    expect(await market.db.selectFrom('addresses').select('id').where('user_id', '=', b.person.uid).execute()).toEqual([
      { id: address },
    ])
    expect(await undo(b, put.intentId)).toEqual(done)
    expect(await outbox(b)).toEqual([])
    await b.device.end()
  })

  it('sends what may have been sent under an id of its own: it takes effect once', async () => {
    const b = await newBuyer(market)
    const intentId = await inDoubt(b, 12, false)
    b.device.network.faults.offline = false
    await cancel(b, intentId)
    expect(await undo(b, intentId)).toEqual(done)
    await settled(b)
    expect([await atShop(market, b), await shown(b)]).toEqual([12, 12])
    expect(await undo(b, randomUUID())).toEqual({ kind: 'refused', refusal: { reason: 'notFound' } })
    await b.device.end()
  })
})

describe('what may have been sent', () => {
  it('cannot be taken back without a network, and waits on unchanged', async () => {
    const b = await newBuyer(market)
    const intentId = await inDoubt(b, 12, false)
    expect(await cancel(b, intentId)).toEqual({ kind: 'unreachable' })
    expect(await outbox(b)).toMatchObject([{ intentId, state: 'unknown' }])
    expect(await shown(b)).toBe(12)
    await online(b)
    await settled(b)
    expect(await atShop(market, b)).toBe(12)
    await b.device.end()
  })

  it('and never arrived, never will', async () => {
    const b = await newBuyer(market)
    const intentId = await inDoubt(b, 12, false)
    b.device.network.faults.offline = false
    expect(await cancel(b, intentId)).toEqual({ kind: 'accepted', data: { became: 'cancelled' } })
    await b.tab.flush(true)
    await settled(b)
    expect([await atShop(market, b), await shown(b), await ended(b, intentId)]).toEqual([
      0,
      0,
      ['cancelled', 'cancelled'],
    ])
    await b.device.end()
  })

  it('and did arrive, has arrived: that is said', async () => {
    const b = await newBuyer(market)
    const intentId = await inDoubt(b, 12, true)
    b.device.network.faults.offline = false
    const outcome = await cancel(b, intentId)
    expect(outcome).toEqual({ kind: 'accepted', data: { became: 'accepted' } })
    await settled(b)
    expect([await atShop(market, b), await shown(b), await ended(b, intentId)]).toEqual([12, 12, ['acked', undefined]])
    expect(await cancel(b, intentId)).toEqual(outcome)
    await b.device.end()
  })

  it('and did arrive with something else, of which it is not known yet, shows neither twice', async () => {
    const b = await newBuyer(market)
    const { faults } = b.device.network
    faults.offline = true
    await add(b, 12)
    await act(b.tab, 'cart.tick', { id: b.one.ids[0]!, shopId: b.one.shopId, variantId: 0, on: false })
    faults.loseFirstOf.add('/api/sync/push')
    faults.offline = false
    await b.tab.flush(true)
    await until('both are in doubt', async () => (await outbox(b)).map((r) => r.state).join() === 'unknown,unknown')
    const { intentId } = (await outbox(b))[1]!
    faults.loseFirstOf.add('/api/sync/push')
    expect(await cancel(b, intentId)).toEqual({ kind: 'accepted', data: { became: 'accepted' } })
    expect([await atShop(market, b), await shown(b)]).toEqual([12, 12])
    await settled(b)
    expect([await atShop(market, b), await shown(b), await ended(b, intentId)]).toEqual([12, 12, ['acked', undefined]])
    await b.device.end()
  })

  it('when the answer to that is lost, ends as the shop has it, once', async () => {
    const b = await newBuyer(market)
    const intentId = await inDoubt(b, 12, false)
    b.device.network.faults.loseFirstOf.add(VOID)
    b.device.network.faults.offline = false
    expect(await cancel(b, intentId)).toEqual({ kind: 'unreachable' })
    await b.tab.flush(true)
    await settled(b)
    expect([await atShop(market, b), await shown(b), await outcomes(b), await ended(b, intentId)]).toEqual([
      0,
      0,
      1,
      ['cancelled', 'cancelled'],
    ])
    await b.device.end()
  })

  it('when it is asked for twice, and everything arrives twice, is taken back once', async () => {
    const b = await newBuyer(market)
    const intentId = await inDoubt(b, 12, false)
    Object.assign(b.device.network.faults, { duplicate: true, offline: false })
    const both = await Promise.all([cancel(b, intentId), cancel(b, intentId)])
    expect(both).toEqual([
      { kind: 'accepted', data: { became: 'cancelled' } },
      { kind: 'accepted', data: { became: 'cancelled' } },
    ])
    await b.tab.flush(true)
    await settled(b)
    expect([await atShop(market, b), await shown(b), await outcomes(b)]).toEqual([0, 0, 1])
    await b.device.end()
  })

  it('when the device dies before it hears the answer, is found taken back', async () => {
    const b = await newBuyer(market)
    const intentId = await inDoubt(b, 12, false)
    b.device.network.faults.offline = false
    const { fetch } = b.device.network
    b.device.network.fetch = async (url, init) => {
      const response = await fetch(url, init)
      if (!url.endsWith(VOID)) return response
      b.tab.kill()
      return new Promise<never>(() => undefined)
    }
    void cancel(b, intentId)
    await until('the shop has stored it', async () => (await outcomes(b)) === 1)
    b.device.network.fetch = fetch
    b.tab = b.device.tab()
    await b.tab.ready()
    await b.tab.flush(true)
    await settled(b)
    expect([await atShop(market, b), await shown(b), await ended(b, intentId)]).toEqual([
      0,
      0,
      ['cancelled', 'cancelled'],
    ])
    await b.device.end()
  })

  it('takes with it the order that waited for its address', async () => {
    const b = await newBuyer(market)
    b.device.network.faults.lieFi = true
    const { ids } = await orderInTunnel(b)
    b.device.network.faults.offline = false
    await b.tab.flush(true)
    await until('the address is in doubt', async () =>
      (await outbox(b)).some((r) => r.name === 'address.put' && r.state === 'unknown'),
    )
    const address = (await outbox(b)).find((r) => r.name === 'address.put')!
    b.device.network.faults.lieFi = false
    expect(await cancel(b, address.intentId)).toEqual({ kind: 'accepted', data: { became: 'cancelled' } })
    await b.tab.flush(true)
    await until('only the orders are left, refused', async () =>
      (await outbox(b)).every((r) => r.name === 'order.place' && r.last?.reason === 'earlierRefused'),
    )
    expect(await shopSide(market).orderOf(ids[0]!)).toBeUndefined()
    expect(await shopSide(market).stockOf(b.one)).toBe(STOCK)
    await b.device.end()
  })
})

describe('what the session no longer covers', () => {
  it('waits on, and says that it is the sign-in that is missing', async () => {
    const b = await newBuyer(market)
    const intentId = await inDoubt(b, 12, false)
    await market.db.deleteFrom('sessions').where('user_id', '=', b.person.uid).execute()
    b.device.network.faults.offline = false
    expect(await cancel(b, intentId)).toEqual({ kind: 'sessionGone' })
    expect(await outbox(b)).toMatchObject([{ intentId }])
    await b.tab.call('user.login', { email: b.person.email, password: b.person.password })
    expect(await cancel(b, randomUUID())).toEqual({ kind: 'accepted', data: { became: 'cancelled' } })
    await settled(b)
    expect(await atShop(market, b)).toBe(12)
    await b.device.end()
  })
})
