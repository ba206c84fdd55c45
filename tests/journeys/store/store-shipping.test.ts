import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ELSEWHERE } from '#contract/shipping/charges.ts'
import { TAXED_MAX, ZONES_MAX } from '#contract/shipping/zones.ts'
import type { Store } from '#contract/catalogue/schema.ts'
import { SCHEMA, type PushResult } from '#contract/sync/schema.ts'
import { countryCodes } from '#server/market/area-tree.ts'
import { operate } from '#server/operator/commands/operate.ts'
import { frozenContract } from '../../support/frozen/contract.ts'
import { openTestMarket, type TestMarket } from '../../support/market/market.ts'
import { makeShop, type TestShop } from '../../support/market/orders.ts'
import {
  does,
  look,
  meet,
  offline,
  refusedOn,
  sent,
  staffPhone,
  type StaffPhone,
} from '../../support/people/staff-phone.ts'
import { endDevices } from '../../support/device/world.ts'

// Where a store ships to, for how much, and its taxes by country: from the phones of its members to its buyers.

let market: TestMarket
let store: TestShop
let owner: StaffPhone
let staff: StaffPhone
beforeAll(async () => {
  market = await openTestMarket({ anonymous: { capacity: 1e9, refillPerSecond: 1e9, maxKeys: 10 } })
  const { exit, text } = await operate(market.db, ['rate', 'EUR', '1.1'], Date.now())
  if (exit !== 0) throw new Error(text)
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
const zonesOn = async (p: StaffPhone) => (await termsOn(p))?.zones
/** The charges of the store as anybody sees them. */
const publicTerms = async (shop: TestShop = store): Promise<NonNullable<Store['terms']>> =>
  ((await market.call('/api/index/shop_info', { id: shop.shopId })).data as { store: Store }).store.terms!

const near = randomUUID()
const far = randomUUID()
const days = { least: 3, most: 7 }
const byWeight = { by: 'weight', price: 500, grams: 1000 } as const
const nearZone = { countries: ['EG', 'SD'], ...byWeight, freeFrom: 50_000, days }
const farZone = { countries: [ELSEWHERE], by: 'order', price: 900, freeFrom: null, days: null }

/** Makes both zones at a desk. */
async function makeBoth(p: StaffPhone): Promise<void> {
  const countries = { EG: true, SD: true }
  await does(p, 'store.zone', { id: near, make: true, way: byWeight, freeFrom: 50_000, days, countries })
  await does(p, 'store.zone', {
    id: far,
    make: true,
    way: { by: 'order', price: 900 },
    countries: { [ELSEWHERE]: true },
  })
}

describe(`where a store ships to (${process.env['MARKET_DB'] ?? 'pglite'})`, () => {
  it('is set without a network, and then on the other phone and for buyers, over a lost answer', async () => {
    await expect.poll(() => zonesOn(staff)).toEqual([])
    offline(staff, true)
    await makeBoth(staff)
    const eg = { rate: 1400, included: true }
    await does(staff, 'store.taxes', { taxes: { EG: eg, [ELSEWHERE]: { rate: 500, included: false } } })
    const kept = {
      zones: [
        { id: near, ...nearZone },
        { id: far, ...farZone },
      ],
      ...{ taxes: { EG: eg }, taxBasisPoints: 500, taxIncluded: false },
    }
    expect(await termsOn(staff)).toMatchObject(kept)
    expect(await publicTerms()).toMatchObject({ shipping: 333, taxBasisPoints: 700, zones: [], taxes: [] })

    staff.device.network.faults.loseAnswers = 1
    await meet(staff)
    await meet(owner)
    for (const p of [staff, owner]) await expect.poll(() => termsOn(p)).toMatchObject(kept)
    expect(await publicTerms()).toMatchObject({
      zones: [nearZone, farZone],
      taxes: [
        { country: 'EG', ...eg },
        { country: ELSEWHERE, rate: 500, included: false },
      ],
      // A device that knows of neither is never charged more than it shows.
      ...{ shipping: 900, taxBasisPoints: 500 },
    })
    expect(JSON.stringify(await publicTerms())).not.toContain(near)
    expect(await publicTerms(await makeShop(market.db, [], { shipping: 5 }))).toMatchObject({ shipping: 5, zones: [] })
  })

  it('is changed by two phones at once: of each part the last word holds, and a country is in one zone', async () => {
    await makeBoth(owner)
    await meet(owner)
    await meet(staff)
    offline(staff, true)
    await does(staff, 'store.zone', { id: near, way: { by: 'piece', price: 20 } })
    await does(staff, 'store.zone', { id: far, countries: { SD: true } })
    await sent(owner, 'store.zone', { id: near, countries: { JO: true }, freeFrom: null })
    await sent(owner, 'store.zone', { id: near, way: { by: 'order', price: 1 } })
    await meet(staff)
    await meet(owner)
    const both = [
      { id: near, countries: ['EG', 'JO'], by: 'piece', price: 20, freeFrom: null, days },
      { id: far, ...farZone, countries: [ELSEWHERE, 'SD'] },
    ]
    for (const p of [staff, owner]) await expect.poll(() => zonesOn(p)).toEqual(both)
    expect(await refusedOn(staff)).toEqual([])
  })

  it('a zone that one phone has ended stays ended, and the other is told that its change is lost', async () => {
    await makeBoth(owner)
    await meet(owner)
    await meet(staff)
    offline(staff, true)
    await does(staff, 'store.zone', { id: near, freeFrom: 1 })
    await does(staff, 'store.zoneEnd', { id: far })
    await sent(owner, 'store.zoneEnd', { id: near })
    await meet(staff)
    // Of two phones that each end one of two zones, the second would make the store ship everywhere at one price.
    await expect.poll(() => refusedOn(staff)).toEqual(['zoneGone', 'zoneLast'])
    await expect.poll(() => zonesOn(staff)).toEqual([{ id: far, ...farZone }])
    await meet(owner)
    await sent(owner, 'store.zoneEnd', { id: far, last: true })
    await sent(owner, 'store.zoneEnd', { id: far })
    expect(await refusedOn(owner)).toEqual([])
    await meet(staff)
    await expect.poll(() => zonesOn(staff)).toEqual([])
    // Without zones the price that holds everywhere holds again.
    expect(await publicTerms()).toMatchObject({ shipping: 333, zones: [] })
  })

  it('keeps its bounds, knows no country that there is not, and is nobody else’s to change', async () => {
    await sent(owner, 'store.zone', { id: near, make: true, countries: { ZZ: true } })
    await sent(owner, 'store.taxes', { taxes: { ZZ: null } })
    const all = countryCodes().map((code) => [code, { rate: 1, included: false }] as const)
    await sent(owner, 'store.taxes', { taxes: Object.fromEntries(all.slice(0, TAXED_MAX)) })
    await sent(owner, 'store.taxes', { taxes: Object.fromEntries(all.slice(TAXED_MAX, TAXED_MAX + 1)) })
    await expect.poll(() => refusedOn(owner)).toEqual(['invalid', 'invalid', 'invalid'])
    expect((await publicTerms()).taxes).toHaveLength(TAXED_MAX + 1)
    for (let n = 0; n < ZONES_MAX; n++) await does(staff, 'store.zone', { id: randomUUID(), make: true })
    await meet(staff)
    await sent(staff, 'store.zone', { id: near, make: true })
    await expect.poll(() => refusedOn(staff)).toEqual(['zonesFull'])
    expect((await publicTerms()).zones).toHaveLength(ZONES_MAX)

    const other = await staffPhone(market, await makeShop(market.db, []), 'owner')
    const token = await market.login(other.person)
    for (const [name, input] of [
      ['zone', { id: near, make: true, countries: { [ELSEWHERE]: true } }],
      ['zoneEnd', { id: near }],
      ['taxes', { taxes: { EG: null } }],
    ] as const) {
      const call = await market.call(`/api/store/${name}`, input, token, { headers: { Store: store.uid } })
      expect(call.data).toMatchObject({ reason: 'wrongOwner' })
    }
  })

  it('keeps countries and days in another currency, and no amounts', async () => {
    const empty = await makeShop(market.db, [], { shipping: 5 })
    const phone = await staffPhone(market, empty, 'owner')
    await makeBoth(phone)
    await meet(phone)
    offline(phone, true)
    await does(phone, 'store.currency', { currency: 'EUR' })
    const { grams: _grams, ...flat } = { ...nearZone, by: 'order', price: 0, freeFrom: null }
    const emptied = [
      { id: near, ...flat },
      { id: far, ...farZone, price: 0 },
    ]
    expect(await zonesOn(phone)).toEqual(emptied)
    await meet(phone)
    await expect.poll(() => zonesOn(phone)).toEqual(emptied)
    expect((await publicTerms(empty)).zones).toEqual([flat, { ...farZone, price: 0 }])
  })
})

describe('an older phone of the store', () => {
  it('goes on with what it knows, and takes neither zones nor taxes by country away', async () => {
    await makeBoth(owner)
    await sent(owner, 'store.taxes', { taxes: { EG: { rate: 1400, included: true } } })
    const frozen = await frozenContract('0.2.1-wallet')
    const { data } = await market.call('/api/index/shop_info', { id: store.shopId })
    const seen = frozen.endpoints['catalogue.store']!.output.safeParse(data)
    expect(seen.data).toMatchObject({ store: { id: store.shopId } })

    const token = await market.login(owner.person)
    const intents = [
      { seq: 1, name: 'store.terms', payload: { shipping: 400, taxBasisPoints: 1900 }, createdAt: 0 },
      { seq: 2, name: 'store.zone', payload: { id: randomUUID(), freeFrom: 5 }, createdAt: 0 },
    ]
    const by = { v: 1, schema: SCHEMA - 1, uid: store.uid, incarnation: 'an-older-phone', now: 0 }
    const { results } = (await market.call('/api/sync/push', { ...by, intents }, token)).data as {
      results: PushResult[]
    }
    expect(results[0]).toMatchObject({ outcome: 'accepted' })
    const words = expect.stringContaining('removed this shipping zone') as string
    expect(results[1]!.refusal).toEqual({ reason: 'zoneGone', msg: words })
    expect(await publicTerms()).toMatchObject({
      zones: [nearZone, farZone],
      taxes: [{ country: 'EG' }, { country: ELSEWHERE, rate: 1900, included: false }],
    })
  })
})
