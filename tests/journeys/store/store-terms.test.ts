import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { SHIP_WITHIN } from '#contract/orders/stages.ts'
import type { Store } from '#contract/catalogue/schema.ts'
import { productFacts } from '#localdb/queries/orders/items.ts'
import type { Readers } from '#localdb/read.ts'
import { tellOfLate } from '#server/orders/clocks.ts'
import { openTestMarket, type TestMarket } from '../../support/market/market.ts'
import { giveMoney, makeAddress, makeShop, placing, type TestShop } from '../../support/market/orders.ts'
import { does, look, meet, offline, staffPhone, type StaffPhone } from '../../support/people/staff-phone.ts'
import { followed, watched } from '../../support/people/watched.ts'
import { endDevices } from '../../support/device/world.ts'

// The charges of a store's orders and the days when they leave and arrive, from the phones of its members to what its
// buyers see and pay.

const DAY = 86_400_000

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
  store = await makeShop(market.db, [{ stock: 500 }], { shipping: 333, tax: 700 })
  owner = await staffPhone(market, store, 'owner')
  staff = await staffPhone(market, store, 'staff')
})

const termsOn = (p: StaffPhone) => look(p, async (db) => (await db.storeNotice.get('notice'))?.shown?.terms)
const waits = (p: StaffPhone): Promise<number> => look(p, (db) => db.outbox.count())
const day = (at: number): string => new Date(at).toISOString().slice(0, 10)

/** The store's terms as anybody is told of them. */
async function publicTerms(): Promise<Store['terms']> {
  const { data } = await market.call('/api/index/shop_info', { id: store.shopId })
  return (data as { store: Store }).store.terms
}

/** Places and pays an order of three pieces, as somebody who has just looked. */
async function bought(): Promise<{ shipBy: Date | null; paid: Date | null }> {
  const buyer = await market.person()
  const token = await market.login(buyer)
  await giveMoney(market.db, buyer.uid, 1_000_000)
  const p = await placing(market.db, store.shopId, await makeAddress(market.db, buyer.uid), [
    { id: store.ids[0]!, num: 3 },
  ])
  expect((await market.call('/api/order/place', p, token)).code).toBe(1)
  const id = `${p.clientOrderId}:${store.shopId}`
  expect((await market.call('/api/order/pay', { ids: [id], password: buyer.password }, token)).code).toBe(1)
  const row = await market.db
    .selectFrom('orders')
    .select(['ship_by as shipBy', 'paid_at as paid'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return row
}

describe(`the terms of a store (${process.env['MARKET_DB'] ?? 'pglite'})`, () => {
  it('are known to its members from the start, change without a network, and of each the last word holds', async () => {
    const byCountry = { zones: [], taxes: {}, taxIncluded: false }
    const first = { currency: 'USD', shipping: 333, taxBasisPoints: 700, days: {}, least: {}, ...byCountry }
    await expect.poll(() => termsOn(staff)).toEqual(first)
    offline(staff, true)
    await does(staff, 'store.terms', { shipping: 900, days: { DE: { least: 2, most: 4 }, FR: { least: 3, most: 5 } } })
    await does(staff, 'store.terms', { days: { FR: null } })
    const guessed = {
      currency: 'USD',
      shipping: 900,
      taxBasisPoints: 700,
      days: { DE: { least: 2, most: 4 } },
      least: {},
      ...byCountry,
    }
    expect(await termsOn(staff)).toEqual(guessed)
    await does(owner, 'store.terms', { taxBasisPoints: 1900, days: { 'US-CA': { least: 7, most: 9 } } })
    await expect.poll(() => waits(owner)).toBe(0)
    staff.device.network.faults.loseAnswers = 1
    await meet(staff)
    await expect.poll(() => waits(staff)).toBe(0)
    const both = { ...guessed, taxBasisPoints: 1900, days: { ...guessed.days, 'US-CA': { least: 7, most: 9 } } }
    await expect.poll(() => termsOn(staff)).toEqual(both)
    await meet(owner)
    await expect.poll(() => termsOn(owner)).toEqual(both)
    const [{ DE, 'US-CA': CA }, { shipping, taxBasisPoints }] = [both.days, both]
    const days = [
      { area: 'DE', ...DE },
      { area: 'US-CA', ...CA },
    ]
    expect(await publicTerms()).toEqual({
      ...{ shipping, taxBasisPoints, days, holiday: null, announcement: '' },
      ...{ zones: [], taxes: [] },
    })
  })

  it('reach a buyer who has looked before with the store alone: no product is fetched again', async () => {
    const { device, log } = watched(market)
    const tab = device.tab()
    await tab.ready()
    const [id] = store.ids as [number]
    await tab.want('catalogue.details', { ids: [id] })
    const catalogue = await device.catalogueDb()
    const charged = async () => {
      const { shipping, taxBasisPoints } = (await productFacts({ catalogue } as unknown as Readers, [id])).get(id)!
      return [shipping, taxBasisPoints]
    }
    expect(await charged()).toEqual([333, 700])
    await does(owner, 'store.terms', { shipping: 0, taxBasisPoints: 1000 })
    await does(owner, 'store.notice', { announcement: 'New cups', holiday: { from: '2030-01-01', to: '2030-01-05' } })
    await expect.poll(() => waits(owner)).toBe(0)
    log.length = 0
    await followed(device, tab, catalogue)
    await expect.poll(charged).toEqual([0, 1000])
    expect(log.flatMap(({ products }) => products)).toEqual([])
    await expect
      .poll(async () => (await catalogue.stores.get(store.shopId))?.terms)
      .toMatchObject({ announcement: 'New cups', holiday: { from: '2030-01-01', to: '2030-01-05' } })
    catalogue.close()
    await device.end()
  })

  it('leave what was ordered at the old terms to its buyer’s word', async () => {
    const buyer = await market.person()
    const token = await market.login(buyer)
    const addressId = await makeAddress(market.db, buyer.uid)
    const p = await placing(market.db, store.shopId, addressId, [{ id: store.ids[0]!, num: 3 }])
    await does(owner, 'store.terms', { shipping: 400 })
    await expect.poll(() => waits(owner)).toBe(0)
    expect((await market.call('/api/order/place', p, token)).data).toMatchObject({ reason: 'chargesRose' })
  })

  it('are refused for an area that there is not', async () => {
    await does(owner, 'store.terms', { days: { ZZ: { least: 1, most: 2 } } })
    await expect
      .poll(() => look(owner, async (db) => (await db.outbox.toArray()).map((row) => row.last?.reason)))
      .toEqual(['invalid'])
    expect(await publicTerms()).toMatchObject({ days: [] })
  })
})

describe('when an order leaves', () => {
  it('is a day after it was paid for, or when its slowest product says, and after a holiday', async () => {
    const plain = await bought()
    expect(plain.shipBy!.getTime()).toBe(plain.paid!.getTime() + SHIP_WITHIN)
    await market.db.updateTable('products').set({ lead_days: 5 }).where('id', '=', store.ids[0]!).execute()
    const slow = await bought()
    expect(slow.shipBy!.getTime()).toBe(slow.paid!.getTime() + 5 * DAY)
    const [from, to] = [day(Date.now() - DAY), day(Date.now() + 3 * DAY)]
    await does(owner, 'store.notice', { holiday: { from, to } })
    await expect.poll(() => waits(owner)).toBe(0)
    const away = await bought()
    expect(away.shipBy!.getTime()).toBe(Date.parse(to) + DAY + 5 * DAY)
    // Nobody is told that it is late while it is not.
    expect(await tellOfLate(market.db, away.shipBy!.getTime() - 1)).toBe(2)
    expect(await tellOfLate(market.db, away.shipBy!.getTime())).toBe(1)
  })
})
