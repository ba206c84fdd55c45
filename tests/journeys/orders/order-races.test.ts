import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { orderRefOf } from '#contract/orders/schema.ts'
import type { PushResult } from '#contract/sync/schema.ts'
import { PAY_WITHIN } from '#contract/orders/states.ts'
import { seededRandom } from '#server/seed/random.ts'
import { pullFeed } from '#server/sync/pull.ts'
import { available } from '#server/ledger/accounts.ts'
import { expireOrders } from '#server/orders/expire.ts'
import { operate } from '#server/operator/commands/operate.ts'
import { openTestMarket, type TestMarket, type TestPerson } from '../../support/market/market.ts'
import {
  giveMoney,
  makeAddress,
  makeShop,
  moneyOn,
  placing,
  unsound,
  type TestShop,
  type Wanted,
} from '../../support/market/orders.ts'

// Several people act at the same moment. On PGlite they take turns; on PostgreSQL their transactions meet.

const MONEY = 2_000_000
let market: TestMarket
let now = Date.UTC(2026, 0, 15)
beforeAll(async () => {
  market = await openTestMarket({ now: () => now })
})
afterAll(() => market.close())

interface Buyer extends TestPerson {
  token: string
  addressId: string
  push(...intents: [name: string, payload: unknown][]): Promise<PushResult[]>
}

let births = 0
async function buyer(): Promise<Buyer> {
  const person = await market.person()
  const token = await market.login(person)
  const incarnation = `incarnation${++births}`
  let seq = 0
  await giveMoney(market.db, person.uid, MONEY)
  return {
    ...person,
    token,
    addressId: await makeAddress(market.db, person.uid),
    push: async (...intents) => {
      const wire = intents.map(([name, payload]) => ({ seq: ++seq, name, payload, createdAt: now }))
      const answer = await market.call(
        '/api/sync/push',
        { v: 1, uid: person.uid, incarnation, now, intents: wire },
        token,
      )
      expect(answer).toMatchObject({ code: 1 })
      return (answer.data as { results: PushResult[] }).results
    },
  }
}

const outcomesOf = (results: readonly PushResult[]) =>
  results.map((r) => `${r.outcome}${r.refusal ? ` ${r.refusal.reason}` : ''}`)
const pay = async (b: Buyer, ids: string[]): Promise<string> => {
  const answer = await market.call('/api/order/pay', { ids, password: b.password }, b.token)
  return answer.code === 1 ? 'paid' : String((answer.data as { reason: string }).reason)
}
/** Places an order and gives its id. */
async function place(b: Buyer, shop: TestShop, ...wanted: Wanted[]): Promise<{ id: string; outcome: string }> {
  const p = await placing(market.db, shop.shopId, b.addressId, wanted)
  return { id: orderRefOf(p.clientOrderId, p.shopId), outcome: outcomesOf(await b.push(['order.place', p]))[0]! }
}
const stockOf = async (id: number) =>
  (await market.db.selectFrom('products').select('stock').where('id', '=', id).executeTakeFirstOrThrow()).stock
const stateOf = async (id: string) =>
  (await market.db.selectFrom('orders').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state
const sound = async (made?: Map<number, number>): Promise<void> => expect(await unsound(market.db, made)).toEqual([])

describe(`several at once (${process.env['MARKET_DB'] ?? 'pglite'})`, () => {
  it('the last piece goes to one of many', async () => {
    const shop = await makeShop(market.db, [{ stock: 1 }, { variants: [{ stock: 1 }, { stock: 0 }] }])
    const buyers = await Promise.all(Array.from({ length: 6 }, buyer))
    for (const wanted of [
      { id: shop.ids[0]!, num: 1 },
      { id: shop.ids[1]!, variantId: shop.variants[1]![0]!, num: 1 },
    ]) {
      const outcomes = await Promise.all(buyers.map(async (b) => (await place(b, shop, wanted)).outcome))
      expect(outcomes.sort()).toEqual(['accepted', ...Array.from({ length: 5 }, () => 'refused outOfStock')])
      expect(await stockOf(wanted.id)).toBe(0)
    }
    await sound()
  })

  it('one order that is pushed many times at once, under one id and under several, is one', async () => {
    const shop = await makeShop(market.db, [{ stock: 50 }])
    const b = await buyer()
    const p = await placing(market.db, shop.shopId, b.addressId, [{ id: shop.ids[0]!, num: 2 }])
    const results = await Promise.all(Array.from({ length: 6 }, () => b.push(['order.place', p])))
    for (const [result] of results) expect(result).toMatchObject({ outcome: 'accepted', rows: results[0]![0]!.rows })
    expect(await stockOf(shop.ids[0]!)).toBe(48)
  })

  it('orders that name the same products in opposite order all go through', async () => {
    const shop = await makeShop(
      market.db,
      Array.from({ length: 6 }, () => ({ stock: 100 })),
    )
    const buyers = await Promise.all(Array.from({ length: 4 }, buyer))
    const outcomes = await Promise.all(
      buyers.map(async (b, i) => {
        const parts = await Promise.all(
          (i % 2 ? shop.ids : shop.ids.toReversed()).map((id) =>
            placing(market.db, shop.shopId, b.addressId, [
              { id, num: 1 },
              { id: id === shop.ids[0] ? shop.ids[5]! : shop.ids[0]!, num: 1 },
            ]),
          ),
        )
        return outcomesOf(await b.push(...parts.map((p): [string, unknown] => ['order.place', p])))
      }),
    )
    expect(new Set(outcomes.flat())).toEqual(new Set(['accepted']))
    await sound(new Map(shop.ids.map((id) => [id, 100])))
  })

  it('a payment, a cancellation and the end of the countdown meet: one of them wins, the stock comes back at most once', async () => {
    const shop = await makeShop(market.db, [{ stock: 100 }])
    const b = await buyer()
    for (let round = 0; round < 12; round++) {
      const { id } = await place(b, shop, { id: shop.ids[0]!, num: 3 })
      const late = now + PAY_WITHIN
      const all = [
        () => pay(b, [id]),
        () => pay(b, [id]),
        () => b.push(['order.cancel', { id }]),
        () => expireOrders(market.db, late),
        () => expireOrders(market.db, late),
      ]
      for (let i = 0; i < round % all.length; i++) all.push(all.shift()!)
      await Promise.all(all.map((act) => act()))
      // A cancellation after the payment pays back: in the end it is closed in any case.
      expect(await stateOf(id)).toBe('cancelled')
      expect(await stockOf(shop.ids[0]!)).toBe(100)
      expect(await moneyOn(market.db, available(b.uid))).toBe(MONEY)
    }
    await sound()
  })

  it('payments that together are more than there is: one goes through', async () => {
    await operate(market.db, ['unpaid', '100000'], now)
    const shop = await makeShop(market.db, [{ stock: 100, ladder: [{ from: 1, price: MONEY * 0.6 }] }])
    const b = await buyer()
    const orders = [
      await place(b, shop, { id: shop.ids[0]!, num: 1 }),
      await place(b, shop, { id: shop.ids[0]!, num: 1 }),
    ]
    expect((await Promise.all(orders.map(({ id }) => pay(b, [id])))).sort()).toEqual(['insufficientBalance', 'paid'])
    await sound()
  })

  it('shipping and cancelling, refunding and receiving meet: the money goes one way', async () => {
    const shop = await makeShop(market.db, [{ stock: 100 }])
    const b = await buyer()
    for (let round = 0; round < 6; round++) {
      const { id } = await place(b, shop, { id: shop.ids[0]!, num: 1 })
      await pay(b, [id])
      await Promise.all([b.push(['order.cancel', { id }]), operate(market.db, ['ship', id], now)])
      await Promise.all([b.push(['order.receive', { id }]), operate(market.db, ['refund', id], now)])
      expect(['cancelled', 'received', 'refunded']).toContain(await stateOf(id))
    }
    await sound(new Map([[shop.ids[0]!, 100]]))
  })

  it('a catalogue change that meets orders is retried, not shown', async () => {
    const shop = await makeShop(
      market.db,
      Array.from({ length: 3 }, () => ({ stock: 1000 })),
    )
    const buyers = await Promise.all(Array.from({ length: 3 }, buyer))
    await Promise.all([
      ...buyers.map(async (b) => {
        for (let i = 0; i < 5; i++)
          expect((await place(b, shop, ...shop.ids.map((id) => ({ id, num: 1 })))).outcome).toMatch(
            /^accepted$|priceRose/,
          )
      }),
      ...shop.ids.map(async (id) => {
        for (let i = 0; i < 5; i++)
          expect(await operate(market.db, ['price', String(id), String(500 - i)], now)).toMatchObject({ exit: 0 })
      }),
    ])
    await sound(new Map(shop.ids.map((id) => [id, 1000])))
  })
})

describe('a few hundred operations at random (seeded)', () => {
  it('neither make nor lose a cent or a piece', async () => {
    const random = seededRandom(Number(process.env['SEED'] ?? 7))
    const shops = [
      await makeShop(market.db, [{ stock: 120 }, { stock: 8, minimum: 2, multiple: 2 }], { shipping: 350, tax: 800 }),
      await makeShop(market.db, [
        { variants: [{ stock: 50, extra: 30 }, { stock: 4 }] },
        {
          stock: 90,
          ladder: [
            { from: 1, price: 777 },
            { from: 5, price: 555 },
          ],
        },
      ]),
    ]
    const made = new Map(
      await Promise.all(shops.flatMap((s) => s.ids).map(async (id) => [id, await stockOf(id)] as const)),
    )
    const buyers = await Promise.all(Array.from({ length: 3 }, buyer))
    const orders: { id: string; b: Buyer }[] = []
    const happened = new Map<string, number>()
    const count = (what: string) => happened.set(what, (happened.get(what) ?? 0) + 1)
    const ofOrder = (work: (id: string, b: Buyer) => Promise<unknown>) => async (): Promise<void> => {
      if (orders.length === 0) return
      const { id, b } = random.pick(orders.slice(-8))
      await work(id, b)
      count(`${await stateOf(id)}`)
    }
    const buy = async (): Promise<void> => {
      const shop = random.pick(shops)
      const b = random.pick(buyers)
      const wanted = shop.ids.flatMap((id, i): Wanted[] =>
        random.chance(0.6)
          ? [
              {
                id,
                num: random.whole(1, 6),
                ...(shop.variants[i]!.length ? { variantId: random.pick(shop.variants[i]!) } : {}),
              },
            ]
          : [],
      )
      if (wanted.length === 0) return
      const { id, outcome } = await place(b, shop, ...wanted)
      count(outcome)
      if (outcome === 'accepted') orders.push({ id, b })
    }
    const times = (n: number, act: () => Promise<unknown>) => Array.from({ length: n }, () => act)
    const acts = [
      ...times(5, buy),
      ...times(
        4,
        ofOrder((id, b) => pay(b, [id])),
      ),
      ...times(
        3,
        ofOrder((id) => operate(market.db, ['ship', id], now)),
      ),
      ...times(
        3,
        ofOrder((id, b) => b.push(['order.receive', { id }])),
      ),
      ofOrder((id, b) => b.push(['order.cancel', { id }])),
      ofOrder((id) => operate(market.db, ['refund', id], now)),
      async () => {
        now += random.whole(5, 150) * 60_000
        count(`expired ${(await expireOrders(market.db, now)) > 0}`)
      },
    ]
    for (let round = 0; round < 75; round++) {
      await Promise.all(Array.from({ length: 5 }, () => random.pick(acts)()))
      if (round % 15 === 0) await sound(made)
    }
    await sound(made)
    expect([...happened.keys()]).toEqual(
      expect.arrayContaining(['accepted', 'cancelled', 'paid', 'shipped', 'received', 'refunded', 'expired true']),
    )
    expect((happened.get('refused outOfStock') ?? 0) + (happened.get('needsConsent stockShort') ?? 0)).toBeGreaterThan(
      0,
    )
    // The feed brings the rows that the tables hold, each once.
    for (const b of buyers) {
      const { changes } = await pullFeed(market.db, b.uid, 0, undefined)
      const pulled = changes.flatMap((c) => (c.table === 'orders' ? [`${c.key} ${c.row.state}`] : [])).sort()
      const stored = await market.db.selectFrom('orders').select(['id', 'state']).where('user_id', '=', b.uid).execute()
      expect(pulled).toEqual(stored.map((o) => `${o.id} ${o.state}`).sort())
    }
  })
})
