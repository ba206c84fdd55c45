import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { BackOrders } from '#contract/products/back-orders.ts'
import type { ProductDetail } from '#contract/catalogue/schema.ts'
import type { StoreProduct } from '#contract/products/schema-row.ts'
import type { Order } from '#contract/sync/schema-rows.ts'
import type { PushResult } from '#contract/sync/schema.ts'
import { settleAllOwed } from '#server/sync/owed.ts'
import { openTestMarket, type TestMarket, type TestPerson } from '../../support/market/market.ts'
import { giveMoney, makeAddress, makeShop, placing, unsound, type TestShop } from '../../support/market/orders.ts'
import { look, meet, refusedOn, sent, staffPhone, type StaffPhone } from '../../support/people/staff-phone.ts'
import { endDevices } from '../../support/device/world.ts'

// A store lets its goods be ordered beyond its shelf: buyers see when what is not there leaves, and nothing that is
// owed is forgotten.

const DAY = 86_400_000
const TEN_DAYS = { pieces: 100, days: 10 }

let market: TestMarket
let store: TestShop
let owner: StaffPhone
let buyer: TestPerson & { token: string; addressId: string }
beforeAll(async () => {
  market = await openTestMarket({ anonymous: { capacity: 1e9, refillPerSecond: 1e9, maxKeys: 10 } })
})
afterAll(async () => {
  await endDevices()
  await market.close()
})
beforeEach(async () => {
  store = await makeShop(market.db, [{ stock: 20 }, { variants: [{ stock: 5 }, { stock: 0 }] }])
  owner = await staffPhone(market, store, 'owner')
  const person = await market.person()
  await giveMoney(market.db, person.uid, 10_000_000)
  buyer = {
    ...person,
    token: await market.login(person),
    addressId: await makeAddress(market.db, person.uid),
  }
})

const takes = (n: number, to: BackOrders | null, from: BackOrders | null = null): Promise<void> =>
  sent(owner, 'goods.edit', { id: store.goods[n]!, from: { back: from }, to: { back: to } })
async function orders(id: number, num: number, variantId = 0): Promise<Order | undefined> {
  const asked = await placing(market.db, store.shopId, buyer.addressId, [{ id, num, variantId }])
  const answer = await market.call('/api/order/place', asked, buyer.token)
  const { rows = [] } = (answer.data ?? {}) as Partial<Pick<PushResult, 'rows'>>
  return rows.find(({ table }) => table === 'orders')?.row as Order | undefined
}
const cancels = async (id: string): Promise<void> =>
  expect((await market.call('/api/order/cancel', { id }, buyer.token)).code).toBe(1)
const pays = async (id: string): Promise<void> =>
  expect((await market.call('/api/order/pay', { ids: [id], password: buyer.password }, buyer.token)).code).toBe(1)
/** The stock of a product and the part of it beyond the shelf, and the same of its choices. */
async function atServer(n: number) {
  const id = store.ids[n]!
  const product = market.db.selectFrom('products').select(['stock', 'beyond']).where('id', '=', id)
  const choices = market.db.selectFrom('variants').select(['stock', 'beyond']).where('product_id', '=', id)
  return { ...(await product.executeTakeFirstOrThrow()), choices: await choices.orderBy('id').execute() }
}
const detail = async (n: number): Promise<ProductDetail> =>
  ((await market.call('/api/index/pro_info', { id: store.ids[n]! })).data as { detail: ProductDetail }).detail
async function onPhone(n: number): Promise<StoreProduct> {
  await settleAllOwed(market.db)
  await meet(owner)
  return look(owner, async (db) => (await db.goods.get(store.goods[n]!))!.shown!)
}

describe(`back orders (${process.env['MARKET_DB'] ?? 'pglite'})`, () => {
  it('take what the shelf has first, and say what leaves later, and when', async () => {
    await takes(0, TEN_DAYS)
    await expect.poll(() => onPhone(0)).toMatchObject({ back: TEN_DAYS, stock: 20 })
    expect(await detail(0)).toMatchObject({ product: { stock: 120 }, back: { beyond: 100, days: 10 } })

    const small = await orders(store.ids[0]!, 15)
    expect(small!.lines[0]).not.toHaveProperty('back')
    const large = await orders(store.ids[0]!, 30)
    expect(large!.lines[0]).toMatchObject({ num: 30, back: { num: 25, days: 10 } })
    await expect.poll(async () => (await onPhone(0)).stock).toBe(-25)
    for (const one of [small, large]) await pays(one!.id)
    const paid = await market.db.selectFrom('orders').select(['id', 'paid_at', 'ship_by']).execute()
    const days = (order: Order): number => {
      const { paid_at: from, ship_by: by } = paid.find(({ id }) => id === order.id)!
      return (by!.getTime() - from!.getTime()) / DAY
    }
    expect([days(small!), days(large!)]).toEqual([1, 10])

    expect(await orders(store.ids[0]!, 76), 'more than the store allows').toBeUndefined()
    expect((await orders(store.ids[0]!, 75))!.lines[0]).toMatchObject({ back: { num: 75 } })
    expect(await unsound(market.db)).toEqual([])
  })

  it('are owed until goods come, whatever the store allows by then', async () => {
    await takes(0, TEN_DAYS)
    const order = await orders(store.ids[0]!, 60)
    await takes(0, null, TEN_DAYS)
    await expect.poll(() => onPhone(0)).toMatchObject({ back: null, stock: -40 })
    expect(await atServer(0)).toMatchObject({ stock: 0, beyond: 40 })
    expect(await orders(store.ids[0]!, 1), 'no further one is taken').toBeUndefined()

    await sent(owner, 'goods.stock', { id: store.goods[0]!, sku: '', by: -1 })
    expect(await refusedOn(owner)).toContain('shelfShort')
    // Nothing is on the shelf, as everybody knows.
    await sent(owner, 'goods.count', { id: store.goods[0]!, sku: '', num: 0, at: Date.now() })
    await expect.poll(async () => (await onPhone(0)).stock).toBe(-40)
    await sent(owner, 'goods.stock', { id: store.goods[0]!, sku: '', by: 25 })
    expect(await atServer(0)).toMatchObject({ stock: 0, beyond: 15 })
    await sent(owner, 'goods.stock', { id: store.goods[0]!, sku: '', by: 25 })
    expect(await atServer(0)).toMatchObject({ stock: 10, beyond: 0 })

    await cancels(order!.id)
    expect(await atServer(0)).toMatchObject({ stock: 70, beyond: 0 })
    expect(await unsound(market.db)).toEqual([])
  })

  it('are of each choice, and one that is called off can be ordered by somebody else', async () => {
    await takes(1, { pieces: 10, days: 30 })
    expect(await atServer(1)).toMatchObject({ stock: 25, beyond: 20, choices: [{ stock: 15 }, { stock: 10 }] })
    const [, none] = store.variants[1]!
    const order = await orders(store.ids[1]!, 8, none)
    expect(order!.lines[0]).toMatchObject({ back: { num: 8, days: 30 } })
    await expect.poll(async () => (await onPhone(1)).stocks).toEqual({ 0: 5, 1: -8 })
    await takes(1, { pieces: 3, days: 30 }, { pieces: 10, days: 30 })
    expect(await atServer(1)).toMatchObject({ stock: 8, beyond: 11, choices: [{ stock: 8 }, { stock: 0, beyond: 8 }] })
    await cancels(order!.id)
    expect(await atServer(1)).toMatchObject({ stock: 11, beyond: 6, choices: [{ stock: 8 }, { stock: 3, beyond: 3 }] })
    expect(await detail(1)).toMatchObject({
      variants: [
        { stock: 8, beyond: 3 },
        { stock: 3, beyond: 3 },
      ],
    })

    // A choice that is new can be back-ordered at once.
    const blue = { label: { en: 'Blue' }, extra: 0, sort: 9 }
    const change = { from: { variants: { BLUE: null } }, to: { variants: { BLUE: blue } } }
    await sent(owner, 'goods.edit', { id: store.goods[1]!, ...change })
    expect(await atServer(1)).toMatchObject({ stock: 14, beyond: 9 })
    expect(await unsound(market.db)).toEqual([])
  })

  it('are no part of goods of which nothing is said', async () => {
    const id = randomUUID()
    const made = await onPhone(0)
    const { title, ladder, categoryId, currency } = made
    await sent(owner, 'goods.put', {
      ...{ id, stock: 3, stocks: {}, listed: true },
      fields: {
        ...{ title, ladder, categoryId, currency, code: '', brand: '', description: {}, minimum: 1, multiple: 1 },
        ...{ attributes: [], variants: {}, pictures: [] },
      },
    })
    expect(await look(owner, async (db) => (await db.goods.get(id))!.shown)).toMatchObject({ back: null, stock: 3 })
    expect((await detail(0)).back).toBeNull()
  })
})
