import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { earningsOf } from '#contract/earnings/rules.ts'
import { buyOf, saleOn, type Bought } from '../../support/people/bought.ts'
import { openTestMarket, type TestMarket } from '../../support/market/market.ts'
import { makeShop, unsound, type TestShop } from '../../support/market/orders.ts'
import { does, look, meet, offline, staffPhone, type StaffPhone } from '../../support/people/staff-phone.ts'
import { endDevices } from '../../support/device/world.ts'

// The refunds that an owner gives of an order by themselves, with and without a network.

let market: TestMarket
let store: TestShop
let owner: StaffPhone
let staff: StaffPhone
beforeAll(async () => {
  market = await openTestMarket({ anonymous: { capacity: 1e9, refillPerSecond: 1e9, maxKeys: 10 } })
})
afterAll(async () => {
  await endDevices()
  await market.close()
})
beforeEach(async () => {
  store = await makeShop(market.db, [{ stock: 500 }, { stock: 500 }], { shipping: 333, tax: 700 })
  owner = await staffPhone(market, store, 'owner')
  staff = await staffPhone(market, store, 'staff')
})

/** A paid order of three pieces of one product and two of another. */
const bought = (): Promise<Bought> => buyOf(market, store, [owner, staff])

const states = (p: StaffPhone): Promise<string[]> =>
  look(p, async (db) => (await db.outbox.toArray()).map((row) => `${row.state} ${row.last?.reason ?? ''}`.trim()))
const idle = (p: StaffPhone): Promise<void> => expect.poll(() => states(p)).toEqual([])

/** All of it leaves in one parcel. */
const shipAll = (p: StaffPhone, id: string): Promise<void> => {
  const lines = store.ids.map((product, n) => ({ id: product, variantId: 0, num: 3 - n }))
  return does(p, 'sale.ship', { id, parcel: 1, lines, carrier: 'DHL', tracking: '4711' })
}

const atServer = (id: string) =>
  market.db.selectFrom('orders').select(['stage', 'held', 'due', 'refunded']).where('id', '=', id).executeTakeFirst()
const seenBy = async ({ token }: Bought): Promise<string> => {
  const path = '/api/sync/pull?schema=3&incarnation=buyersphone&cursor=0'
  return JSON.stringify((await market.call(path, undefined, token, { method: 'GET' })).data)
}
async function reported({ id, token }: Bought): Promise<string> {
  const report = randomUUID()
  const line = { id: store.ids[0]!, variantId: 0, num: 1 }
  const payload = { id, report, parcel: 1, line, problem: 'damaged', wish: 'refund', text: 'Cracked', pictures: [] }
  const answer = await market.call('/api/order/report', payload, token)
  expect(answer.code, answer.msg).toBe(1)
  return report
}

describe(`a part of an order that its store gives back (${process.env['MARKET_DB'] ?? 'pglite'})`, () => {
  it('comes out of what is held, then out of what was earned, once and never more', async () => {
    const b = await bought()
    await shipAll(staff, b.id)
    await idle(staff)
    await expect.poll(async () => (await saleOn(owner, b.id))?.parcels?.length).toBe(1)
    const { due } = (await atServer(b.id))!
    const scratched = { id: b.id, parcel: 1, words: 'Two were scratched' }
    await does(staff, 'sale.refundPart', { ...scratched, refund: 1, amount: 5 })
    await expect.poll(() => states(staff)).toEqual(['rejected ownerOnly'])
    offline(owner, true)
    await does(owner, 'sale.refundPart', { ...scratched, refund: 1, amount: 400 })
    const guessed = (await saleOn(owner, b.id))!
    expect(guessed).toMatchObject({ stage: 'shipped', held: due - 400, refunded: 400, parcels: [{ refunded: 400 }] })
    owner.device.network.faults.loseAnswers = 2
    await meet(owner)
    await idle(owner)
    const { by: _whom, ...given } = (await saleOn(owner, b.id))!.refunds![0]!
    expect(given).toEqual({ amount: 400, why: 'part', at: given.at, parcel: 1, words: 'Two were scratched' })
    expect(await seenBy(b)).toContain('Two were scratched')
    expect(await seenBy(b)).not.toContain(owner.person.uid)
    // The same number again is somebody else's who has not seen it; and more than is left is nobody's.
    await does(owner, 'sale.refundPart', { ...scratched, refund: 1, amount: 400 })
    await does(owner, 'sale.refundPart', { ...scratched, refund: 2, amount: due })
    await expect.poll(() => states(owner)).toEqual(['rejected orderMoved', 'rejected orderMoved'])
    const receipt = { id: b.id, parcel: 1, amount: due - 400 }
    expect((await market.call('/api/order/receive_parcel', receipt, b.token)).code).toBe(1)
    await expect.poll(async () => (await saleOn(owner, b.id))?.stage).toBe('received')
    await does(owner, 'sale.refundPart', { ...scratched, refund: 2, amount: 100 })
    await expect.poll(async () => (await atServer(b.id))!.refunded).toBe(500)
    const now = (await saleOn(owner, b.id))!
    expect(earningsOf(now).map(({ amount }) => amount)).toEqual([due - 400, -100])
    expect(await unsound(market.db)).toEqual([])
  })

  it('goes to nobody whose account is gone', async () => {
    const b = await bought()
    await shipAll(owner, b.id)
    await idle(owner)
    const receipt = { id: b.id, parcel: 1, amount: (await atServer(b.id))!.due }
    expect((await market.call('/api/order/receive_parcel', receipt, b.token)).code).toBe(1)
    await expect.poll(async () => (await saleOn(owner, b.id))?.stage).toBe('received')
    expect((await market.call('/api/user/delete', { password: owner.person.password }, b.token)).code).toBe(1)
    await does(owner, 'sale.refundPart', { id: b.id, parcel: 1, refund: 1, amount: 100, words: 'Sorry' })
    await expect.poll(() => states(owner)).toEqual(['rejected orderMoved'])
    expect((await atServer(b.id))!.refunded).toBe(0)
  })

  it('ends the order when it is all there was; with a problem open it is answered instead', async () => {
    const b = await bought()
    await shipAll(owner, b.id)
    await idle(owner)
    const { due } = (await atServer(b.id))!
    const report = await reported(b)
    await expect.poll(async () => (await saleOn(owner, b.id))?.reports?.length).toBe(1)
    const all = { id: b.id, refund: 1, parcel: 1, amount: due, words: 'All of it' }
    await does(owner, 'sale.refundPart', all)
    await expect.poll(() => states(owner)).toEqual(['rejected orderMoved'])
    expect(
      (await market.call('/api/order/reply', { id: b.id, report, reply: 'withdraw', offer: 0 }, b.token)).code,
    ).toBe(1)
    await expect.poll(async () => (await saleOn(owner, b.id))?.stage).toBe('shipped')
    offline(owner, true)
    await does(owner, 'sale.refundPart', all)
    expect(await saleOn(owner, b.id)).toMatchObject({ stage: 'refunded', held: 0, refunded: due })
    await meet(owner)
    await expect.poll(async () => (await atServer(b.id))!.stage).toBe('refunded')
    expect(await atServer(b.id)).toMatchObject({ held: 0, refunded: due })
    expect(await unsound(market.db)).toEqual([])
  })
})
