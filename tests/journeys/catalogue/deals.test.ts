import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Output } from '#contract/registry.ts'
import type { Product } from '#contract/catalogue/schema.ts'
import type { StoreProduct } from '#contract/products/schema-row.ts'
import type { PushResult } from '#contract/sync/schema.ts'
import { settleAllOwed } from '#server/sync/owed.ts'
import { endDeals } from '#server/catalogue/end-deals.ts'
import { operate } from '#server/operator/commands/operate.ts'
import { openTestMarket, type TestMarket } from '../../support/market/market.ts'
import { giveMoney, makeAddress, makeShop, placing, type TestShop } from '../../support/market/orders.ts'
import { does, look, meet, offline, staffPhone, type StaffPhone } from '../../support/people/staff-phone.ts'
import { endDevices, newDevice, until, type TestDevice, type TestTab } from '../../support/device/world.ts'

// A deal from its seller's phone to its true end, on the server and on a buyer's phone without a network.

const HOUR = 3_600_000

let market: TestMarket
const clock = { ms: Date.now() }
let store: TestShop
let goods: string
let ann: StaffPhone
beforeAll(async () => {
  market = await openTestMarket({
    anonymous: { capacity: 1e9, refillPerSecond: 1e9, maxKeys: 10 },
    now: () => clock.ms,
  })
})
afterAll(async () => {
  await endDevices()
  await market.close()
})
beforeEach(async () => {
  clock.ms = Date.now()
  store = await makeShop(market.db, [{ stock: 500 }])
  goods = store.goods[0]!
  ann = await staffPhone(market, store, 'staff')
  await until('the phone has the product', async () => (await shown()) !== undefined)
})

const shown = (): Promise<StoreProduct | undefined> =>
  look(ann, async (db) => (await db.goods.get(goods))?.shown ?? undefined)
const deal = (percent: number, until: number, from: StoreProduct['deal'] = null): Promise<void> =>
  does(ann, 'goods.edit', { id: goods, from: { deal: from }, to: { deal: { percent, until } } })
const sold = async (): Promise<Product> => {
  const { data } = await market.call('/api/index/pro_info', { id: store.ids[0]! })
  return (data as Output<'catalogue.product'>).detail.product
}
const home = async () => (await market.call('/api/index/index', {})).data as Output<'catalogue.home'>

/** A buyer's phone that has the product, and what it shows of it. */
async function buyersPhone(): Promise<{ device: TestDevice; tab: TestTab; sees(): Promise<Product | undefined> }> {
  const device = newDevice(market)
  const tab = device.tab()
  await tab.ready()
  expect(await tab.want('catalogue.product', { id: store.ids[0]! })).toMatchObject({ kind: 'fresh' })
  const sees = async (): Promise<Product | undefined> => {
    const db = await device.catalogueDb()
    const row = await db.products.get(store.ids[0]!)
    expect((await db.details.get(store.ids[0]!))?.product.ladder).toEqual(row?.ladder)
    db.close()
    return row
  }
  return { device, tab, sees }
}

async function order(total: number): Promise<PushResult> {
  const buyer = await market.person()
  const token = await market.login(buyer)
  await giveMoney(market.db, buyer.uid, 1_000_000)
  const addressId = await makeAddress(market.db, buyer.uid)
  const payload = await placing(market.db, store.shopId, addressId, [{ id: store.ids[0]!, num: 10 }])
  const { data } = await market.call(
    '/api/sync/push',
    {
      ...{ v: 1, schema: 3, uid: buyer.uid, incarnation: 'buyer-phone', now: 0 },
      intents: [{ seq: 1, name: 'order.place', payload: { ...payload, goods: total, total }, createdAt: 0 }],
    },
    token,
  )
  return (data as { results: PushResult[] }).results[0]!
}

describe(`a deal (${process.env['MARKET_DB'] ?? 'pglite'})`, () => {
  it('made in a tunnel reduces the price for buyers, who see what it was and order at it', async () => {
    const ends = clock.ms + HOUR
    offline(ann, true)
    await deal(20, ends)
    expect(await shown()).toMatchObject({ ladder: [{ from: 1, price: 500 }], deal: { percent: 20, until: ends } })
    await meet(ann)
    await expect.poll(sold).toMatchObject({
      ladder: [{ from: 1, price: 400 }],
      deal: { percent: 20, until: ends, usual: [{ from: 1, price: 500 }] },
    })
    expect((await home()).deals).toEqual([store.ids[0]])
    // Its store still has the price that it wrote.
    expect(await shown()).toMatchObject({ ladder: [{ from: 1, price: 500 }], deal: { percent: 20, until: ends } })
    expect(await order(4000)).toMatchObject({ outcome: 'accepted' })
    await market.db.updateTable('products').set({ deal: null }).where('id', '=', store.ids[0]!).execute()
  })

  it('ends at its moment: orders are judged by the clock, and then the price is the usual one', async () => {
    const ends = clock.ms + HOUR
    await deal(20, ends)
    await meet(ann)
    await expect.poll(sold).toMatchObject({ ladder: [{ from: 1, price: 400 }] })
    clock.ms = ends
    // The market has not got round to it yet.
    expect(await order(4000)).toMatchObject({
      outcome: 'needsConsent',
      refusal: { reason: 'priceRose', params: { total: 5000 } },
    })
    expect(await order(5000)).toMatchObject({ outcome: 'accepted' })
    expect(await endDeals(market.db, clock.ms - 1)).toBe(0)
    expect(await endDeals(market.db, clock.ms)).toBe(1)
    expect(await sold()).toMatchObject({ ladder: [{ from: 1, price: 500 }], deal: null })
    expect((await home()).deals).toEqual([])
    await settleAllOwed(market.db)
    await meet(ann)
    await expect.poll(async () => (await shown())?.deal).toBeNull()
    expect(await endDeals(market.db, clock.ms)).toBe(0)
  })

  it('ends on a phone without a network by the phone’s own clock', async () => {
    const ends = clock.ms + HOUR
    await deal(50, ends)
    await meet(ann)
    await expect.poll(sold).toMatchObject({ ladder: [{ from: 1, price: 250 }] })
    const phone = await buyersPhone()
    expect(await phone.sees()).toMatchObject({ ladder: [{ from: 1, price: 250 }] })
    phone.device.network.faults.offline = true
    phone.device.clock.offset = HOUR - 60_000
    phone.tab.kill()
    const tab = phone.device.tab()
    await tab.ready()
    phone.device.clock.speed = 60
    await expect.poll(() => phone.sees()).toMatchObject({ ladder: [{ from: 1, price: 500 }], deal: null })
    expect(phone.device.reports).toEqual([])
  })

  it('that is over when it arrives is none; one that never ends is refused', async () => {
    offline(ann, true)
    await deal(20, clock.ms + HOUR)
    clock.ms += 2 * HOUR
    await meet(ann)
    await expect.poll(async () => (await shown())?.deal).toBeNull()
    expect(await sold()).toMatchObject({ ladder: [{ from: 1, price: 500 }], deal: null })
    await deal(20, clock.ms + 366 * 24 * HOUR)
    await meet(ann)
    await expect
      .poll(() => look(ann, async (db) => (await db.outbox.toArray()).map(({ state }) => state)))
      .toEqual(['rejected'])
  })

  it('stays while the price it is of changes, and goes when the market sets a price', async () => {
    const ends = clock.ms + HOUR
    await deal(10, ends)
    await does(ann, 'goods.edit', {
      id: goods,
      from: { ladder: [{ from: 1, price: 500 }] },
      to: { ladder: [{ from: 1, price: 1000 }] },
    })
    await meet(ann)
    await expect.poll(sold).toMatchObject({
      ladder: [{ from: 1, price: 900 }],
      deal: { percent: 10, until: ends, usual: [{ from: 1, price: 1000 }] },
    })
    expect((await operate(market.db, ['price', String(store.ids[0]), '800'], clock.ms)).exit).toBe(0)
    expect(await sold()).toMatchObject({ ladder: [{ from: 1, price: 800 }], deal: null })
  })
})
