import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  inUserDb,
  newBuyer,
  onDevice,
  online,
  orderInTunnel,
  outbox,
  settled,
  shopSide,
  type Buyer,
} from '../../support/people/buyer.ts'
import { purgeOutcomes } from '#server/sync/retention.ts'
import { inDoubt } from '../../support/people/in-doubt.ts'
import { openTestMarket, type TestMarket } from '../../support/market/market.ts'
import { act, until } from '../../support/device/world.ts'

// A change that the shop refused can be asked for again. So can one that could not be read, but only if it did not go
// through.

let market: TestMarket
let shop: ReturnType<typeof shopSide>
beforeAll(async () => {
  market = await openTestMarket()
  shop = shopSide(market)
})
afterAll(() => market.close())

const add = (b: Buyer, num: number) =>
  act(b.tab, 'cart.add', { id: b.one.ids[0]!, shopId: b.one.shopId, variantId: 0, num, price: 500, currency: 'USD' })
const retry = (b: Buyer, intentId: string) => b.tab.call('intent.retry', { intentId })
const restore = (b: Buyer, intentId: string, was: 'waiting' | 'refused' | 'unreadable') =>
  b.tab.call('intent.restore', { intentId, was })
const atShop = async (b: Buyer) =>
  (
    await market.db
      .selectFrom('cart_lines')
      .select('num')
      .where('user_id', '=', b.person.uid)
      .where('product_id', '=', b.one.ids[0]!)
      .executeTakeFirst()
  )?.num ?? 0
const done = { kind: 'accepted', data: {} }
const refusedAll = (b: Buyer, n: number) =>
  until('it is refused', async () => (await outbox(b)).filter((r) => r.state === 'rejected').length === n)

describe('a refusal', () => {
  it('is asked again by a new intent, however often one presses, and goes through once the reason is gone', async () => {
    const b = await newBuyer(market)
    await shop.setStock(b.one, 0)
    await add(b, 12)
    await refusedAll(b, 1)
    const [first] = await outbox(b)
    expect(await Promise.all([retry(b, first!.intentId), retry(b, first!.intentId)])).toEqual([done, done])
    await until('it is refused anew', async () => (await outbox(b))[0]?.state === 'rejected')
    const [second] = await outbox(b)
    expect(second!.seq).toBeGreaterThan(first!.seq!)
    expect(await inUserDb(b, (db) => db.archive.get(first!.intentId))).toMatchObject({
      state: 'superseded',
      by: second!.intentId,
    })
    await shop.setStock(b.one, 100)
    expect(await retry(b, second!.intentId)).toEqual(done)
    expect((await onDevice(b)).cart).toEqual({ [b.one.ids[0]!]: 12 })
    await settled(b)
    expect(await atShop(b)).toBe(12)
    // A repeat of an old gesture finds it done.
    expect(await retry(b, second!.intentId)).toEqual(done)
    expect(await outbox(b)).toEqual([])
    expect(await retry(b, randomUUID())).toEqual({ kind: 'refused', refusal: { reason: 'notFound' } })
    await b.device.end()
  })

  it('that was put away is there again as it was, and is not asked by that', async () => {
    const b = await newBuyer(market)
    await shop.setStock(b.one, 0)
    await add(b, 12)
    await refusedAll(b, 1)
    const [before] = await outbox(b)
    expect(await b.tab.call('intent.dismiss', { intentId: before!.intentId })).toEqual(done)
    expect(await outbox(b)).toEqual([])
    await shop.setStock(b.one, 100)
    expect(
      await Promise.all([restore(b, before!.intentId, 'refused'), restore(b, before!.intentId, 'refused')]),
    ).toEqual([done, done])
    await b.tab.flush(true)
    expect(await outbox(b)).toEqual([before])
    expect(await retry(b, before!.intentId)).toEqual(done)
    await settled(b)
    expect(await atShop(b)).toBe(12)
    await b.device.end()
  })

  it('takes along what it depended on, in order: the address, then the order', async () => {
    const b = await newBuyer(market)
    const { ids } = await orderInTunnel(b)
    const address = (await outbox(b)).find((r) => r.name === 'address.put')!
    // Fifty others are there already.
    const fill = Array.from({ length: 50 }, () => ({
      user_id: b.person.uid,
      id: randomUUID(),
      country: 'DE',
      province: 'DE-BE',
      city: 'Berlin',
      detail: 'Weg 1',
      zip: '',
      recipient: 'R',
      mobile: '+4930123456',
      field_revs: '{}',
      rev: 1,
      deleted: false,
    }))
    await market.db.insertInto('addresses').values(fill).execute()
    await online(b)
    await refusedAll(b, 3)
    expect((await outbox(b)).map((r) => [r.name, r.last?.reason])).toEqual([
      ['address.put', 'addressesFull'],
      ['order.place', 'addressesFull'],
      ['order.place', 'addressesFull'],
    ])
    await market.db.deleteFrom('addresses').where('user_id', '=', b.person.uid).execute()
    const one = (await outbox(b)).find((r) => r.keys[0] === `orders/${ids[0]}`)!
    expect(await retry(b, one.intentId)).toEqual(done)
    await until('the address and that order are there', async () => (await outbox(b)).length === 1)
    expect(await shop.orderOf(ids[0]!)).toMatchObject({ state: 'unpaid' })
    const [other] = await outbox(b)
    // It was handed on to the address that took the refused one's place.
    expect(other).toMatchObject({
      state: 'rejected',
      deps: expect.arrayContaining([`${address.intentId}~1`]) as unknown,
    })
    expect(await retry(b, other!.intentId)).toEqual(done)
    await settled(b)
    expect(await shop.orderOf(ids[1]!)).toMatchObject({ state: 'unpaid' })
    await b.device.end()
  })
})

describe('what a newer app has left behind', () => {
  it.each(['pending', 'rejected'] as const)(
    'and this one does not know (%s) is not asked again, and that is said',
    async (state) => {
      const b = await newBuyer(market)
      b.device.network.faults.offline = true
      await add(b, 1)
      const [row] = await outbox(b)
      await inUserDb(b, (db) =>
        db.outbox.put({
          ...row!,
          name: 'tomorrow.thing' as never,
          lanes: ['tomorrow'],
          keys: [],
          state,
          last: state === 'rejected' ? { reason: 'notFound' } : null,
        }),
      )
      const updateNeeded = { kind: 'refused', refusal: { reason: 'updateNeeded' } }
      if (state === 'rejected') expect(await retry(b, row!.intentId)).toEqual(updateNeeded)
      else {
        expect(await b.tab.call('intent.cancel', { intentId: row!.intentId })).toMatchObject({ kind: 'accepted' })
        expect(await restore(b, row!.intentId, 'waiting')).toEqual(updateNeeded)
      }
      expect(b.device.reports).toEqual([])
      await b.device.end()
    },
  )
})

describe('what nobody can tell any more whether it went through', () => {
  it('is not asked again, since it may be done already; it is given up, or looked after by the person', async () => {
    const b = await newBuyer(market)
    const intentId = await inDoubt(b, 12, true)
    // For more than the 90 days that the shop remembers the phone lay in a drawer.
    await market.db
      .updateTable('outcomes')
      .set({ created_at: new Date(Date.now() - 91 * 86_400_000) })
      .where('user_id', '=', b.person.uid)
      .execute()
    await purgeOutcomes(market.db, Date.now())
    // The effect is there, but the pull that would have told of it has nothing to tell it by.
    await online(b)
    await refusedAll(b, 1)
    expect((await outbox(b))[0]?.last).toEqual({ reason: 'idPurged' })
    expect(await retry(b, intentId)).toEqual({ kind: 'refused', refusal: { reason: 'idPurged' } })
    await b.tab.flush(true)
    expect([(await outbox(b)).map((r) => r.intentId), await atShop(b)]).toEqual([[intentId], 12])
    expect(await b.tab.call('intent.dismiss', { intentId })).toEqual(done)
    expect([await outbox(b), await atShop(b)]).toEqual([[], 12])
    await b.device.end()
  })
})

describe('what was never sent before the server forgot that time', () => {
  it('is refused as past telling, and is asked again all the same: that refusal was its only answer', async () => {
    const b = await newBuyer(market)
    b.device.network.faults.offline = true
    await add(b, 12)
    const [first] = await outbox(b)
    // Held back by something in its lane, while others went.
    await inUserDb(b, (db) => db.outbox.update(first!.seq!, { state: 'conflict' }))
    expect(await act(b.tab, 'favourite.set', { id: b.one.ids[0]!, on: true })).toEqual({ kind: 'saved' })
    await online(b)
    await until('the other is there', async () => (await outbox(b)).length === 1)
    await market.db
      .updateTable('outcomes')
      .set({ created_at: new Date(Date.now() - 91 * 86_400_000) })
      .where('user_id', '=', b.person.uid)
      .execute()
    await purgeOutcomes(market.db, Date.now())
    await inUserDb(b, (db) => db.outbox.update(first!.seq!, { state: 'pending' }))
    await online(b)
    await refusedAll(b, 1)
    expect((await outbox(b))[0]).toMatchObject({ last: { reason: 'idPurged' }, attempts: 1 })
    expect(await retry(b, first!.intentId)).toEqual(done)
    await settled(b)
    expect(await atShop(b)).toBe(12)
    await b.device.end()
  })
})

describe('what was set aside', () => {
  /** Something is set aside that the device could not place among the others. */
  const spoiled = async (b: Buyer, seq: number): Promise<void> => {
    await inUserDb(b, (db) => db.outbox.update(seq, { state: 'flying' as never }))
    b.device.network.faults.offline = false
    await b.tab.flush(true)
    await until('it is set aside', () => inUserDb(b, async (db) => (await db.quarantine.count()) === 1))
  }

  it('and was never sent is asked again at once', async () => {
    const b = await newBuyer(market)
    b.device.network.faults.offline = true
    await add(b, 12)
    const [row] = await outbox(b)
    await spoiled(b, row!.seq!)
    expect((await onDevice(b)).cart).toEqual({})
    expect(await retry(b, row!.intentId)).toEqual(done)
    await settled(b)
    expect([await atShop(b), (await onDevice(b)).cart]).toEqual([12, { [b.one.ids[0]!]: 12 }])
    expect(await inUserDb(b, (db) => db.quarantine.count())).toBe(0)
    await b.device.end()
  })

  it.each([true, false])(
    'and may have been sent is first asked about at the shop (it had arrived: %s)',
    async (arrived) => {
      const b = await newBuyer(market)
      const { faults } = b.device.network
      if (arrived) faults.loseFirstOf.add('/api/sync/push')
      else faults.lieFi = true
      await add(b, 12)
      await b.tab.flush(true)
      await until('it is in doubt', async () => (await outbox(b))[0]?.state === 'unknown')
      faults.offline = true
      faults.lieFi = false
      const [row] = await outbox(b)
      await spoiled(b, row!.seq!)
      faults.offline = true
      expect(await retry(b, row!.intentId)).toEqual({ kind: 'unreachable' })
      faults.offline = false
      expect(await retry(b, row!.intentId)).toEqual(done)
      await b.tab.flush(true)
      await settled(b)
      await until('the phone shows it', async () => (await onDevice(b)).cart[b.one.ids[0]!] === 12)
      expect(await atShop(b)).toBe(12)
      expect(await inUserDb(b, (db) => db.archive.get(row!.intentId))).toMatchObject({
        state: arrived ? 'acked' : 'superseded',
      })
      await b.device.end()
    },
  )

  it('and cannot be read now either is not asked again', async () => {
    const b = await newBuyer(market)
    b.device.network.faults.offline = true
    await add(b, 12)
    const [row] = await outbox(b)
    await inUserDb(b, (db) => db.outbox.update(row!.seq!, { payload: 'twelve' }))
    await spoiled(b, row!.seq!)
    expect(await retry(b, row!.intentId)).toEqual({ kind: 'refused', refusal: { reason: 'requestFailed' } })
    expect(await b.tab.call('intent.dismiss', { intentId: row!.intentId })).toEqual(done)
    expect(await inUserDb(b, (db) => db.quarantine.count())).toBe(0)
    expect(
      await Promise.all([restore(b, row!.intentId, 'unreadable'), restore(b, row!.intentId, 'unreadable')]),
    ).toEqual([done, done])
    expect(await inUserDb(b, (db) => db.quarantine.get(row!.intentId))).toMatchObject({
      reason: 'schema',
      row: { payload: 'twelve' },
    })
    expect(await b.tab.call('intent.dismiss', { intentId: row!.intentId })).toEqual(done)
    await b.device.end()
  })
})
