import { describe, expect, it } from 'vitest'
import { sql } from 'kysely'
import { RELEASE_AFTER, SHIP_WITHIN } from '#contract/orders/stages.ts'
import type { Order } from '#contract/sync/schema-rows.ts'
import { byTimer } from '../../tests/support/market/audited.ts'
import { OrderSetting, outcomesOf } from '../../tests/support/market/order-setting.ts'
import { orderChange, readOrders } from './order/change.ts'
import { releaseOrders, tellOfLate, tellOfRelease } from './clocks.ts'
import { ownerTransaction } from '../feed/owner-feed.ts'
import { settleAllOwed } from '../sync/owed.ts'
import { countStock } from '../products/acts.ts'

const setting = new OrderSetting()
const { push, placed, pay, act, held, stock } = setting
// 10 pieces at 500: goods 5000, tax 350, shipping 900: 6250 in all.
const DUE = 6250
const MONEY = 1_000_000

const line = (): string => String(setting.shop.ids[0])
async function order(id: string): Promise<Order> {
  const [row] = await readOrders(setting.market.db, sql`o.id = ${id}::text`)
  const change = orderChange(row!)
  if (change.table !== 'orders') throw new Error('no order')
  return change.row
}
async function paid(): Promise<string> {
  const id = await placed(10)
  expect((await pay([id])).code).toBe(1)
  return id
}
const receive = (id: string, parcel: number, amount: number) => push(['order.receiveParcel', { id, parcel, amount }])
const kinds = async (): Promise<string[]> =>
  (
    await setting.market.db
      .selectFrom('messages')
      .select('kind')
      .where('user_id', '=', setting.person.uid)
      .orderBy('id')
      .execute()
  ).map(({ kind }) => kind)

it('leaves in parcels, each with its share of what was paid, and is paid out as they arrive', async () => {
  const id = await paid()
  expect(await act('ship', id, '--lines', `${line()}=3`, '--carrier', 'DHL', '4711')).toMatchObject({ exit: 0 })
  const share = Math.floor((DUE * 1500) / 5000)
  expect(await order(id)).toMatchObject({
    ...{ state: 'paid', stage: 'partlyShipped', held: DUE, shippedAt: null, parcel: 'DHL 4711' },
    parcels: [{ n: 1, amount: share, carrier: 'DHL', tracking: '4711', receivedAt: null, lines: [{ num: 3 }] }],
  })
  expect(outcomesOf(await receive(id, 1, share))).toEqual(['accepted'])
  expect(await held(id)).toEqual([MONEY - DUE, DUE - share, share])
  expect((await order(id)).stage).toBe('partlyShipped')
  expect(await act('ship', id, '--lines', `${line()}=4`)).toMatchObject({ exit: 0 })
  expect(await act('ship', id)).toMatchObject({ exit: 0 })
  const whole = await order(id)
  expect(whole).toMatchObject({ state: 'shipped', stage: 'partlyReceived', releaseAt: setting.now + RELEASE_AFTER })
  const [, two, three] = whole.parcels!
  expect(share + two!.amount + three!.amount).toBe(DUE)
  expect(outcomesOf(await receive(id, 3, three!.amount))).toEqual(['accepted'])
  expect(outcomesOf(await receive(id, 2, two!.amount))).toEqual(['accepted'])
  // Again, as after a lost answer.
  expect(outcomesOf(await receive(id, 2, two!.amount))).toEqual(['accepted'])
  expect(await order(id)).toMatchObject({ state: 'received', stage: 'received', held: 0, receivedAt: setting.now })
  expect(await held(id)).toEqual([MONEY - DUE, 0, DUE])
  expect(await kinds()).toEqual([
    ...['orderPlaced', 'orderPaid', 'orderPartShipped', 'orderPartShipped', 'orderShipped', 'orderReceived'],
  ])
})

it('ships no more than is left, and pays out no other amount than the buyer saw', async () => {
  const id = await paid()
  for (const lines of [`${line()}=11`, `${line()}=0`, '999999=1', `${line()}:7=1`])
    expect(await act('ship', id, '--lines', lines)).toMatchObject({ exit: 1 })
  expect(await act('ship', id, '--lines', 'two')).toMatchObject({ exit: 1, text: expect.stringContaining('no line') })
  await act('ship', id, '--lines', `${line()}=6`)
  expect(await act('ship', id, '--lines', `${line()}=5`)).toMatchObject({ exit: 1 })
  const { parcels } = await order(id)
  expect(outcomesOf(await receive(id, 1, parcels![0]!.amount + 1))).toEqual(['refused orderMoved'])
  expect(outcomesOf(await receive(id, 2, 0))).toEqual(['refused orderMoved'])
  expect(outcomesOf(await push(['order.receive', { id }]))).toEqual(['refused orderMoved'])
  expect(await held(id)).toEqual([MONEY - DUE, DUE, 0])
})

it('gives back what was not shipped, stock and money, when the buyer cancels it', async () => {
  const id = await paid()
  await act('ship', id, '--lines', `${line()}=4`)
  expect(await stock()).toBe(0)
  expect(outcomesOf(await push(['order.cancel', { id }], ['order.cancel', { id }]))).toEqual(['accepted', 'accepted'])
  const back = DUE - (DUE * 2000) / 5000
  expect(await order(id)).toMatchObject({
    ...{ stage: 'shipped', state: 'shipped', short: true, refunded: back, held: DUE - back },
    refunds: [{ amount: back, why: 'rest' }],
  })
  expect(await stock()).toBe(6)
  expect(outcomesOf(await receive(id, 1, DUE - back))).toEqual(['accepted'])
  expect(await held(id)).toEqual([MONEY - DUE + back, 0, DUE - back])
  expect((await order(id)).stage).toBe('received')
})

it('gives back what was not received, when the store pays back an order of which some was', async () => {
  const id = await paid()
  await act('ship', id, '--lines', `${line()}=4`)
  await act('ship', id, '--lines', `${line()}=2`)
  const share = (DUE * 2000) / 5000
  await receive(id, 1, share)
  expect(await act('refund', id, 'shop')).toMatchObject({ exit: 0, text: expect.stringContaining('is received') })
  expect(await held(id)).toEqual([MONEY - share, 0, share])
  expect(await order(id)).toMatchObject({ stage: 'received', refunded: DUE - share, short: true })
  expect(await stock()).toBe(4)
})

it('releases by itself what nobody confirmed, after a notice, and once', async () => {
  const id = await paid()
  await act('ship', id)
  const { market } = setting
  const day = 86_400_000
  expect(await releaseOrders(market.db, setting.now + RELEASE_AFTER - 1)).toBe(0)
  const tell = () => tellOfRelease(market.db, setting.now + RELEASE_AFTER - 3 * day)
  expect([await tell(), await tell()]).toEqual([1, 0])
  expect(await releaseOrders(market.db, setting.now + RELEASE_AFTER)).toBe(1)
  expect(await releaseOrders(market.db, setting.now + RELEASE_AFTER)).toBe(0)
  expect(await held(id)).toEqual([MONEY - DUE, 0, DUE])
  expect(await order(id)).toMatchObject({ stage: 'received', releaseAt: null })
  expect(await byTimer(market, id)).toMatchObject([{ what: 'order.release', after: { stage: 'received', held: 0 } }])
  expect((await kinds()).slice(-2)).toEqual(['orderReleaseSoon', 'orderReleased'])
})

it('tells buyer and store once that an order is late', async () => {
  const member = await setting.market.person()
  await setting.market.db
    .insertInto('store_members')
    .values({ store_id: setting.shop.shopId, user_id: member.uid, role: 'staff' })
    .execute()
  // Orders of the tests before are as late as they come.
  setting.now += 10 * SHIP_WITHIN
  await tellOfLate(setting.market.db, setting.now)
  const id = await paid()
  const { market, now } = setting
  expect(await tellOfLate(market.db, now + SHIP_WITHIN - 1)).toBe(0)
  expect(await tellOfLate(market.db, now + SHIP_WITHIN)).toBe(1)
  expect(await tellOfLate(market.db, now + SHIP_WITHIN)).toBe(0)
  await settleAllOwed(market.db)
  const messages = await market.db
    .selectFrom('messages')
    .select(['user_id', 'kind', 'subject_kind', 'subject_id'])
    .where('kind', 'like', '%Late')
    .execute()
  expect(messages.filter((m) => m.user_id === setting.person.uid).map((m) => m.kind)).toEqual(['orderLate'])
  expect(messages.filter((m) => m.user_id === member.uid)).toMatchObject([
    { kind: 'storeLate', subject_kind: 'sale', subject_id: `${setting.shop.shopId}:${id}` },
  ])
  expect(outcomesOf(await push(['order.cancel', { id }]))).toEqual(['accepted'])
  expect(await held(id)).toEqual([MONEY, 0, 0])
})

describe('a count of the shelf that arrives late, of an order of ten of which four have left', () => {
  /** Counts ten on the shelf, as it was at that moment. */
  async function count(num: number, at: number): Promise<void> {
    const { market, shop, now } = setting
    const store = await market.db
      .selectFrom('stores')
      .select(['id', 'uid', 'currency'])
      .where('id', '=', shop.shopId)
      .executeTakeFirstOrThrow()
    const product = await market.db
      .selectFrom('products')
      .select('uid')
      .where('id', '=', shop.ids[0]!)
      .executeTakeFirstOrThrow()
    const verdict = await ownerTransaction(market.db, store.uid, (call) =>
      countStock({ ...call, userId: store.uid, store, now: () => now }, { id: product.uid, sku: '', num, at }),
    )
    expect(verdict.kind).toBe('accepted')
  }
  const later = (): number => (setting.now += 60_000)

  it.each(['order.cancel', 'refund'])('loses and makes no piece when %s gives the rest back', async (how) => {
    const end = async (id: string): Promise<void> => {
      if (how === 'refund') expect(await act('refund', id)).toMatchObject({ exit: 0 })
      else expect(outcomesOf(await push(['order.cancel', { id }]))).toEqual(['accepted'])
    }
    const before = later()
    later()
    const id = await paid()
    await act('ship', id, '--lines', `${line()}=4`)
    const between = later()
    later()
    await end(id)
    later()
    // Ten before the order, none while it held them, six since.
    for (const [num, at] of [
      [10, before],
      [0, between],
      [6, setting.now],
    ] as const) {
      await count(num, at)
      expect(await stock()).toBe(6)
    }
  })

  it('takes any time for one: a clock may say anything', async () => {
    for (const at of [1e300, -1e300]) {
      await count(10, at)
      expect(await stock()).toBe(10)
    }
  })
})
