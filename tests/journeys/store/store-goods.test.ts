import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { blankGoods } from '#contract/products/rules.ts'
import type { StoreProduct } from '#contract/products/schema-row.ts'
import type { PushResult } from '#contract/sync/schema.ts'
import { settleAllOwed } from '#server/sync/owed.ts'
import { addMember, endMember } from '#server/members/members.ts'
import { openTestMarket, type TestAnswer, type TestMarket, type TestPerson } from '../../support/market/market.ts'
import { giveMoney, makeAddress, makeShop, placing, type TestShop } from '../../support/market/orders.ts'

// A store's goods, as two of its staff write them over the wire, while buyers buy.

interface Phone extends TestPerson {
  token: string
  incarnation: string
}

let market: TestMarket
let store: TestShop
let [ann, bob]: Phone[] = []
let seq = 0
beforeAll(async () => {
  market = await openTestMarket({ anonymous: { capacity: 1e9, refillPerSecond: 1e9, maxKeys: 10 } })
})
afterAll(() => market.close())
beforeEach(async () => {
  store = await makeShop(market.db, [{ stock: 500 }])
  ann = await phone('ann-phone')
  bob = await phone('bob-phone')
})

async function phone(incarnation: string): Promise<Phone> {
  const made = await market.person()
  await market.db.transaction().execute((tx) => addMember(tx, store.shopId, made.uid, 'staff'))
  return { ...made, token: await market.login(made), incarnation }
}

const push = (by: Phone, name: string, payload: unknown, n = ++seq): Promise<TestAnswer> =>
  market.call(
    '/api/sync/push',
    {
      ...{ v: 1, schema: 3, uid: store.uid, incarnation: by.incarnation, now: 0 },
      intents: [{ seq: n, name, payload, createdAt: 0 }],
    },
    by.token,
  )
const result = (answer: TestAnswer): PushResult =>
  (answer.data as { results?: PushResult[] } | null)?.results?.[0] ?? expect.unreachable(answer.msg)
const act = async (by: Phone, name: string, payload: unknown, n?: number) => result(await push(by, name, payload, n))

interface Pulled {
  cursor: string
  more: boolean
  changes: { table: string; key: string; row: StoreProduct }[]
}
/** Everything that a phone has not seen yet, page by page. */
async function pull(
  by: Phone,
  from = '0',
): Promise<{ goods: Map<string, StoreProduct>; cursor: string; pages: number }> {
  const goods = new Map<string, StoreProduct>()
  let [cursor, pages] = [from, 0]
  for (let more = true; more;) {
    const path = `/api/sync/pull?schema=3&incarnation=${by.incarnation}&cursor=${cursor}&uid=${store.uid}`
    const page = (await market.call(path, undefined, by.token, { method: 'GET' })).data as Pulled
    for (const { table, key, row } of page.changes) if (table === 'goods') goods.set(key, row)
    ;[cursor, more] = [page.cursor, page.more]
    pages++
  }
  return { goods, cursor, pages }
}

const fields = () => ({
  ...blankGoods(store.categoryId, 'USD'),
  title: { en: 'Cup' },
  ladder: [{ from: 1, price: 500 }],
})
async function put(by: Phone, more: object = {}, stock = 10): Promise<string> {
  const id = randomUUID()
  const done = await act(by, 'goods.put', { id, fields: { ...fields(), ...more }, stock, stocks: {}, listed: true })
  expect(done.outcome).toBe('accepted')
  return id
}
const price = (to: number, from = 500) => ({
  from: { ladder: [{ from: 1, price: from }] },
  to: { ladder: [{ from: 1, price: to }] },
})

describe('two phones of one store', () => {
  it('change different parts of one product, and both have both', async () => {
    const id = await put(ann!)
    await act(ann!, 'goods.edit', { id, ...price(600) })
    await act(bob!, 'goods.edit', { id, from: { title: { ar: '' } }, to: { title: { ar: 'كوب' } } })
    for (const by of [ann!, bob!])
      expect((await pull(by)).goods.get(id)).toMatchObject({
        title: { en: 'Cup', ar: 'كوب' },
        ladder: [{ from: 1, price: 600 }],
      })
  })

  it('are asked when both change the price, and what was chosen holds', async () => {
    const id = await put(ann!)
    await act(ann!, 'goods.edit', { id, ...price(600) })
    const asked = await act(bob!, 'goods.edit', { id, ...price(700) })
    expect(asked).toMatchObject({ outcome: 'needsConsent', refusal: { params: { field: 'ladder' } } })
    expect(asked.rows).toMatchObject([{ table: 'goods', row: { ladder: [{ from: 1, price: 600 }] } }])
    expect((await act(bob!, 'goods.edit', { id, ...price(700, 600) })).outcome).toBe('accepted')
    expect((await pull(ann!)).goods.get(id)!.ladder).toEqual([{ from: 1, price: 700 }])
  })

  it('move its stock at once, and nothing is lost', async () => {
    const id = await put(ann!, {}, 0)
    await Promise.all(
      Array.from({ length: 12 }, (_, n) => act(n % 2 ? ann! : bob!, 'goods.stock', { id, sku: '', by: n + 1 })),
    )
    expect((await pull(bob!)).goods.get(id)!.stock).toBe(78)
  })

  it('double nothing when an answer was lost', async () => {
    const id = await put(ann!)
    const n = ++seq
    const first = await push(ann!, 'goods.stock', { id, sku: '', by: 5 }, n)
    expect(result(await push(ann!, 'goods.stock', { id, sku: '', by: 5 }, n))).toEqual(result(first))
    const edit = ++seq
    for (let tries = 0; tries < 3; tries++) await push(ann!, 'goods.edit', { id, ...price(600) }, edit)
    expect((await pull(bob!)).goods.get(id)).toMatchObject({ stock: 15, ladder: [{ from: 1, price: 600 }] })
  })

  it('do nothing any more from the moment a membership ended', async () => {
    const id = await put(ann!)
    await market.db.transaction().execute((tx) => endMember(tx, store.shopId, bob!.uid))
    const answer = await push(bob!, 'goods.stock', { id, sku: '', by: -10 })
    expect(answer.data).toMatchObject({ reason: 'wrongOwner' })
    expect((await pull(ann!)).goods.get(id)!.stock).toBe(10)
  })
})

describe('what others do with a store’s goods', () => {
  it('reaches the store: an order takes stock, and a phone hears of it', async () => {
    await settleAllOwed(market.db)
    const seen = await pull(ann!)
    const sold = [...seen.goods.values()].find(({ productId }) => productId === store.ids[0])!
    expect(sold).toMatchObject({ state: 'listed', stock: 500 })
    const buyer = await market.person()
    const token = await market.login(buyer)
    await giveMoney(market.db, buyer.uid, 1_000_000)
    const addressId = await makeAddress(market.db, buyer.uid)
    const order = await placing(market.db, store.shopId, addressId, [{ id: store.ids[0]!, num: 7 }])
    const placed = await market.call(
      '/api/sync/push',
      {
        ...{ v: 1, schema: 3, uid: buyer.uid, incarnation: 'buyer-phone', now: 0 },
        intents: [{ seq: 1, name: 'order.place', payload: order, createdAt: 0 }],
      },
      token,
    )
    expect(result(placed).outcome).toBe('accepted')
    await settleAllOwed(market.db)
    expect((await pull(bob!, seen.cursor)).goods.get(sold.id)).toMatchObject({ stock: 493 })
  })

  it('is there for a first member, in pages, however many goods there are', async () => {
    const many = await market.products(1200)
    const { uid } = await market.db
      .selectFrom('stores')
      .select('uid')
      .where('id', '=', many.shopId)
      .executeTakeFirstOrThrow()
    const owed = () =>
      market.db
        .selectFrom('products')
        .select('id')
        .where('store_id', '=', many.shopId)
        .where('store_rev', 'is', null)
        .execute()
    expect(await owed()).toHaveLength(1200)
    await market.db.transaction().execute((tx) => addMember(tx, many.shopId, ann!.uid, 'owner'))
    await settleAllOwed(market.db)
    expect(await owed()).toEqual([])
    store = { ...store, uid }
    expect((await pull(ann!)).goods.size).toBe(1200)
  })
})
