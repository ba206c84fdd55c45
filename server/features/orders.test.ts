import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { orderIdOf } from '#contract/orders.ts'
import type { Payload } from '#contract/registry.ts'
import { PAY_WITHIN } from '#contract/order-states.ts'
import type { PushResult } from '#contract/sync.ts'
import { openTestMarket, type TestMarket, type TestPerson } from '../../tests/support/market.ts'
import {
  giveMoney,
  makeAddress,
  makeShop,
  ordersIn,
  placing,
  unsound,
  type TestShop,
} from '../../tests/support/orders.ts'
import { available, balance, earned, escrow } from '../market/ledger.ts'
import { expireOrders } from '../market/expire-orders.ts'
import { operate } from '../operator/operate.ts'
import { pullFeed } from './sync/pull.ts'
import { purgeOutcomes } from './sync/retention.ts'

const MONEY = 1_000_000
let market: TestMarket
let shop: TestShop
let person: TestPerson
let token: string
let addressId: string
let seq = 0
const incarnation = 'incarnation1'
let now = Date.UTC(2026, 0, 15)

beforeAll(async () => {
  market = await openTestMarket({ now: () => now })
}, 60_000)
afterAll(() => market.close())
afterEach(async () => {
  // oxlint-disable-next-line vitest/no-standalone-expect -- whatever a test did, the books balance
  expect(await unsound(market.db)).toEqual([])
})
beforeEach(async () => {
  person = await market.person()
  token = await market.login(person)
  addressId = await makeAddress(market.db, person.uid)
  await giveMoney(market.db, person.uid, MONEY)
  shop = await makeShop(
    market.db,
    [
      { stock: 10 },
      {
        variants: [{ stock: 4 }, { stock: 6, extra: 100 }],
        minimum: 2,
        multiple: 2,
        ladder: [
          { from: 1, price: 300 },
          { from: 6, price: 200 },
        ],
      },
    ],
    { shipping: 900, tax: 700 },
  )
})

type Intent = [name: string, payload: unknown]
async function push(...intents: Intent[]): Promise<PushResult[]> {
  const wire = intents.map(([name, payload]) => ({ seq: ++seq, name, payload, createdAt: now }))
  const answer = await market.call('/api/sync/push', { v: 1, uid: person.uid, incarnation, now, intents: wire }, token)
  expect(answer.code).toBe(1)
  return (answer.data as { results: PushResult[] }).results
}
const told = (results: PushResult[]) => results.map((r) => `${r.outcome}${r.refusal ? ` ${r.refusal.reason}` : ''}`)
const place = async (p: Payload<'order.place'>): Promise<PushResult> => (await push(['order.place', p]))[0]!
const simple = (num = 3, more: Partial<Payload<'order.place'>> = {}) =>
  placing(market.db, shop.shopId, addressId, [{ id: shop.ids[0]!, num }], more)
const stock = async (i = 0): Promise<number> =>
  (await market.db.selectFrom('products').select('stock').where('id', '=', shop.ids[i]!).executeTakeFirstOrThrow())
    .stock
async function placed(num = 3): Promise<string> {
  const p = await simple(num)
  expect(told([await place(p)])).toEqual(['accepted'])
  return orderIdOf(p.clientOrderId, p.shopId)
}
const pay = (ids: string[], password = person.password) => market.call('/api/order/pay', { ids, password }, token)
const act = (...args: string[]) => operate(market.db, args, now)
const state = async (id: string) =>
  await market.db.selectFrom('orders').select(['state', 'reason', 'reserved']).where('id', '=', id).executeTakeFirst()
const held = async (id: string) => [
  await balance(market.db, available(person.uid), 'USD'),
  await balance(market.db, escrow(id), 'USD'),
  await balance(market.db, earned(shop.shopId), 'USD'),
]

describe('placing', () => {
  it('reserves the stock, takes the pieces off the cart and says until when', async () => {
    const line = { id: shop.ids[0]!, shopId: shop.shopId, variantId: 0 }
    const [added, result] = await push(
      ['cart.add', { ...line, num: 5, price: 500, currency: 'USD' }],
      ['order.place', await simple(3, { remark: 'ring twice' })],
    )
    expect(added!.outcome).toBe('accepted')
    expect(ordersIn(result!.rows)).toMatchObject([
      {
        state: 'unpaid',
        goods: 1500,
        shipping: 900,
        tax: 105,
        total: 2505,
        due: { amount: 2505, currency: 'USD' },
        payBy: now + PAY_WITHIN,
        createdAt: now,
        remark: 'ring twice',
        addressId,
        lines: [{ ...{ id: line.id, variantId: 0 }, num: 3, price: 500, amount: 1500, title: { en: 'Thing 0' } }],
      },
    ])
    expect(JSON.parse(ordersIn(result!.rows)[0]!.address!)).toEqual({
      country: 'DE',
      province: 'DE-BE',
      city: 'Berlin',
      detail: 'Torstraße 1',
      zip: '10119',
      recipient: 'Robin',
      mobile: '+4930123456',
    })
    expect(result!.rows[1]).toMatchObject({ table: 'cartLines', row: { num: 2 } })
    expect(await stock()).toBe(7)
    const pulled = await pullFeed(market.db, person.uid, 0, undefined)
    expect(pulled.changes.filter((c) => c.table === 'orders')).toEqual(result!.rows.slice(0, 1))
  })

  it('counts minimum, multiple and ladder over all choices of a product', async () => {
    const [a, b] = shop.variants[1]!
    const of = (x: number, y: number) =>
      placing(market.db, shop.shopId, addressId, [
        { id: shop.ids[1]!, variantId: a!, num: x },
        { id: shop.ids[1]!, variantId: b!, num: y },
      ])
    expect((await place(await of(1, 2))).refusal).toMatchObject({ reason: 'belowMinimum', params: { missing: 1 } })
    expect(ordersIn((await place(await of(3, 3))).rows)).toMatchObject([{ goods: 3 * 200 + 3 * 300 }])
    expect(await stock(1)).toBe(4)
    expect(
      (await place(await placing(market.db, shop.shopId, addressId, [{ id: shop.ids[1]!, variantId: a!, num: 2 }])))
        .refusal,
    ).toMatchObject({ reason: 'stockShort', params: { id: shop.ids[1], available: 1 } })
  })

  it('is two orders of one group for two shops, and one shop without stock does not hold the other', async () => {
    const other = await makeShop(market.db, [{ stock: 0 }, { stock: 5 }])
    const first = await simple()
    const gone = await placing(market.db, other.shopId, addressId, [{ id: other.ids[0]!, num: 1 }], {
      clientOrderId: first.clientOrderId,
    })
    const there = await placing(market.db, other.shopId, addressId, [{ id: other.ids[1]!, num: 1 }], {
      clientOrderId: first.clientOrderId,
    })
    expect(told(await push(['order.place', first], ['order.place', gone], ['order.place', there]))).toEqual([
      'accepted',
      'refused outOfStock',
      'accepted',
    ])
    const orders = await market.db
      .selectFrom('orders')
      .select(['group_id', 'store_id'])
      .where('user_id', '=', person.uid)
      .orderBy('store_id')
      .execute()
    expect(orders).toEqual([shop.shopId, other.shopId].map((store_id) => ({ group_id: first.clientOrderId, store_id })))
  })

  it('asks when the price rose, and passes on one that fell', async () => {
    const seen = await simple(2)
    expect(await act('price', String(shop.ids[0]), '6.00')).toMatchObject({ exit: 0 })
    const asked = await place(seen)
    expect(asked).toMatchObject({
      outcome: 'needsConsent',
      refusal: { reason: 'priceRose', params: { total: 1200 + 84 + 900 } },
    })
    expect([await stock(), await state(orderIdOf(seen.clientOrderId, shop.shopId))]).toEqual([10, undefined])
    const consented = await simple(2, { clientOrderId: seen.clientOrderId })
    await act('price', String(shop.ids[0]), '450')
    expect(ordersIn((await place(consented)).rows)).toMatchObject([{ goods: 900, total: 900 + 63 + 900 }])
  })

  it('asks when stock is short, and refuses when there is none', async () => {
    const seen = await simple(8)
    await act('stock', String(shop.ids[0]), '5')
    expect(await place(seen)).toMatchObject({
      outcome: 'needsConsent',
      refusal: { reason: 'stockShort', params: { id: shop.ids[0], available: 5 } },
    })
    await act('stock', String(shop.ids[0]), '0')
    expect(await place(await simple(8, { clientOrderId: seen.clientOrderId }))).toMatchObject({
      outcome: 'refused',
      refusal: { reason: 'outOfStock' },
    })
    expect(await stock()).toBe(0)
  })

  it('refuses what cannot be delivered or paid, and changes nothing', async () => {
    const reasons: unknown[] = []
    const at = async (more: Partial<Payload<'order.place'>>) => {
      reasons.push((await place(await simple(1, more))).refusal)
    }
    await at({ addressId: randomUUID() })
    await at({ addressId: await makeAddress(market.db, (await market.person()).uid) })
    await at({ addressId: await makeAddress(market.db, person.uid, { city: ' ' }) })
    await act('area', 'close', 'FR')
    await at({ addressId: await makeAddress(market.db, person.uid, { country: 'FR', province: '' }) })
    await act('area', 'open', 'FR')
    await at({ lines: [{ id: 2_000_000_000, variantId: 0, num: 1, price: 1 }] })
    await at({ lines: [{ id: shop.ids[0]!, variantId: 99, num: 1, price: 1 }] })
    await at({ lines: [{ id: shop.ids[1]!, variantId: 0, num: 2, price: 1 }] })
    await at({ currency: 'EUR' })
    const swiss = await makeShop(market.db, [{}], { currency: 'CHF' })
    reasons.push(
      (await place(await placing(market.db, swiss.shopId, addressId, [{ id: swiss.ids[0]!, num: 1 }]))).refusal,
    )
    expect(reasons).toMatchObject([
      { reason: 'addressGone' },
      { reason: 'addressGone' },
      { reason: 'addressIncomplete', params: { field: 'city' } },
      { reason: 'areaNotOpen' },
      { reason: 'productGone' },
      { reason: 'variantGone' },
      { reason: 'variantGone' },
      { reason: 'invalid' },
      { reason: 'currencyNotPayable' },
    ])
    expect([
      await stock(),
      await market.db.selectFrom('orders').select('id').where('user_id', '=', person.uid).execute(),
    ]).toEqual([10, []])
    await act('rate', 'CHF', '1.1')
    expect(
      ordersIn((await place(await placing(market.db, swiss.shopId, addressId, [{ id: swiss.ids[0]!, num: 3 }]))).rows),
    ).toMatchObject([{ total: 1500, currency: 'CHF', due: { amount: 1650, currency: 'USD' } }])
  })

  it('answers the order that is there when its id comes again, also after ninety days, and never makes a second', async () => {
    const p = await simple()
    const first = await place(p)
    expect((await place({ ...p, total: p.total + 5 })).rows).toEqual(first.rows)
    expect(told([await place({ ...p, lines: p.lines.map((l) => ({ ...l, num: l.num + 1 })) })])).toEqual([
      'refused orderedBefore',
    ])
    expect(await stock()).toBe(7)
    const before = seq
    await purgeOutcomes(market.db, Date.now() + 91 * 86_400_000)
    seq = first.seq - 1
    expect(await place(p)).toEqual(first)
    seq = before
    const stranger = await market.person()
    const [mine, theirs] = [token, await market.login(stranger)]
    const foreign = { ...p, addressId: await makeAddress(market.db, stranger.uid) }
    const uid = person.uid
    person = stranger
    token = theirs
    expect(told([await place(foreign)])).toEqual(['refused idReused'])
    expect(told(await push(['order.cancel', { id: orderIdOf(p.clientOrderId, p.shopId) }]))).toEqual([
      'refused orderGone',
    ])
    token = mine
    expect(
      await market.db.selectFrom('orders').select('user_id').where('group_id', '=', p.clientOrderId).execute(),
    ).toEqual([{ user_id: uid }])
  })
})

describe('paying', () => {
  it('moves the money into escrow once, all or none', async () => {
    const [a, b] = [await placed(), await placed()]
    expect((await pay([a, `${randomUUID()}:1`])).data).toMatchObject({ reason: 'orderGone' })
    expect(await held(a)).toEqual([MONEY, 0, 0])
    const profile = async () => ((await market.call('/api/user/profile', {}, token)).data as { money: object }).money
    expect(await profile()).toMatchObject({ amount: MONEY, escrow: 0, unpaid: 5010 })
    const answer = await pay([a, b, a])
    expect(ordersIn((answer.data as { rows: PushResult['rows'] }).rows)).toMatchObject([
      { id: a, state: 'paid', payBy: null, paidAt: now },
      { id: b, state: 'paid' },
    ])
    expect(await pay([a, b])).toMatchObject({ code: 1 })
    expect(await held(a)).toEqual([MONEY - 5010, 2505, 0])
    expect(await profile()).toMatchObject({ amount: MONEY - 5010, escrow: 5010, unpaid: 0 })
  })

  it('needs the password, and not too many guesses', async () => {
    const id = await placed()
    for (let i = 0; i < 10; i++) expect((await pay([id], 'wrong')).data).toEqual({ reason: 'wrongPassword' })
    expect((await pay([id])).data).toMatchObject({ reason: 'tooManyAttempts' })
    expect(await state(id)).toMatchObject({ state: 'unpaid' })
    now += 900_000
    expect(await pay([id])).toMatchObject({ code: 1 })
  })

  it('needs enough money', async () => {
    const dear = await makeShop(market.db, [{ ladder: [{ from: 1, price: MONEY }] }], { shipping: 1 })
    const p = await placing(market.db, dear.shopId, addressId, [{ id: dear.ids[0]!, num: 1 }])
    await place(p)
    expect((await pay([await placed(), orderIdOf(p.clientOrderId, p.shopId)])).data).toMatchObject({
      reason: 'insufficientBalance',
      params: { missing: 2506 },
    })
    expect(await balance(market.db, available(person.uid), 'USD')).toBe(MONEY)
  })

  it('comes too late when the time is over, closed yet or not', async () => {
    const id = await placed()
    now += PAY_WITHIN
    expect((await pay([id])).data).toMatchObject({ reason: 'orderMoved' })
    expect(await expireOrders(market.db, now)).toBeGreaterThan(0)
    expect(await expireOrders(market.db, now)).toBe(0)
    expect(await state(id)).toEqual({ state: 'cancelled', reason: 'timeout', reserved: false })
    expect(await stock()).toBe(10)
    expect((await pay([id])).data).toMatchObject({ reason: 'orderMoved' })
  })
})

describe('what happens to an order', () => {
  it('cancelled: the stock is back once, and the money if it was paid', async () => {
    const [a, b] = [await placed(), await placed(2)]
    await pay([b])
    expect(
      told(
        await push(
          ['order.cancel', { id: a }],
          ['order.cancel', { id: a }],
          ['order.cancel', { id: b }],
          ['order.receive', { id: b }],
        ),
      ),
    ).toEqual(['accepted', 'accepted', 'accepted', 'refused orderMoved'])
    expect([await stock(), await state(a), await state(b)]).toMatchObject([
      10,
      { state: 'cancelled', reason: 'buyer' },
      { state: 'cancelled', reason: 'buyer' },
    ])
    expect(await held(b)).toEqual([MONEY, 0, 0])
  })

  it('shipped and received: the shop has its money, and the pieces count as sold', async () => {
    const id = await placed()
    expect(await act('ship', id)).toMatchObject({ exit: 1 })
    await pay([id])
    expect(await act('ship', id, 'DHL', '00340')).toEqual({ exit: 0, text: `Order ${id} is shipped (it was paid).` })
    expect(await act('ship', id)).toMatchObject({ exit: 0 })
    expect(told(await push(['order.cancel', { id }]))).toEqual(['refused orderMoved'])
    const [received] = await push(['order.receive', { id }])
    expect(ordersIn(received!.rows)).toMatchObject([
      { state: 'received', parcel: 'DHL 00340', shippedAt: now, receivedAt: now },
    ])
    expect(told(await push(['order.receive', { id }]))).toEqual(['accepted'])
    expect(await held(id)).toEqual([MONEY - 2505, 0, 2505])
    expect(await act('refund', id)).toMatchObject({ exit: 1 })
    expect(
      await market.db
        .selectFrom('products')
        .select(['stock', 'sales', 'turnover'])
        .where('id', '=', shop.ids[0]!)
        .executeTakeFirst(),
    ).toEqual({ stock: 7, sales: 3, turnover: 1500 })
  })

  it('refunded: the money is back; goods that were sent are not on the shelf', async () => {
    const [a, b] = [await placed(), await placed(2)]
    await pay([a, b])
    await act('ship', a)
    expect(await act('refund', a, 'shop')).toMatchObject({ exit: 0 })
    expect(await act('refund', b)).toMatchObject({ exit: 0 })
    expect([await state(a), await state(b)]).toMatchObject([
      { state: 'refunded', reason: 'shop' },
      { state: 'refunded', reason: 'operator' },
    ])
    expect([await stock(), ...(await held(a))]).toEqual([7, MONEY, 0, 0])
  })

  it('reaches the catalogue: what changed carries its newest rev', async () => {
    const rev = async () =>
      (await market.db.selectFrom('products').select('rev').where('id', '=', shop.ids[0]!).executeTakeFirstOrThrow())
        .rev
    const before = await rev()
    const id = await placed()
    const after = await rev()
    await push(['order.cancel', { id }])
    expect([after > before, (await rev()) > after]).toEqual([true, true])
  })
})
