import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { SAVED_REPLIES_MAX } from '#contract/stores/saved-replies.ts'
import { openTestMarket, type TestMarket } from '../../support/market/market.ts'
import { makeShop, type TestShop } from '../../support/market/orders.ts'
import { does, look, meet, offline, sent, staffPhone, type StaffPhone } from '../../support/people/staff-phone.ts'
import { endDevices } from '../../support/device/world.ts'

// The answers that a store keeps ready, written on the phones of its members.

let market: TestMarket
let store: TestShop
let owner: StaffPhone
let staff: StaffPhone
beforeAll(async () => {
  market = await openTestMarket({ anonymous: { capacity: 1e9, refillPerSecond: 1e9, maxKeys: 10 } })
})
beforeEach(async () => {
  store = await makeShop(market.db, [{ stock: 5 }])
  owner = await staffPhone(market, store, 'owner')
  staff = await staffPhone(market, store, 'staff')
})
afterAll(async () => {
  await endDevices()
  await market.close()
})

const answersOn = (p: StaffPhone) =>
  look(p, async (db) => ((await db.storeNotice.get('notice'))?.shown?.answers ?? []).map(({ text }) => text))

describe(`saved replies (${process.env['MARKET_DB'] ?? 'pglite'})`, () => {
  it('that two members write in tunnels are both there, each as it was changed last', async () => {
    const [shipping, colour] = [randomUUID(), randomUUID()]
    offline(staff, true)
    offline(owner, true)
    await does(staff, 'store.notice', { answers: { [shipping]: 'On Tuesdays.' } })
    await does(staff, 'store.notice', { answers: { [colour]: 'Blue.' } })
    await does(staff, 'store.notice', { announcement: 'New cups' })
    expect(await answersOn(staff)).toEqual(['On Tuesdays.', 'Blue.'])
    await does(owner, 'store.notice', { answers: { [randomUUID()]: 'By sea.' } })
    await meet(staff)
    await meet(owner)
    for (const p of [owner, staff]) await expect.poll(() => answersOn(p)).toEqual(['On Tuesdays.', 'Blue.', 'By sea.'])

    await sent(owner, 'store.notice', { answers: { [shipping]: 'On Tuesdays and Fridays.', [colour]: null } })
    for (const p of [owner, staff])
      await expect.poll(() => answersOn(p)).toEqual(['On Tuesdays and Fridays.', 'By sea.'])
    expect(await look(staff, async (db) => (await db.storeNotice.get('notice'))?.shown?.announcement)).toBe('New cups')
  })

  it('are so many at most, and nobody else sees them', async () => {
    const many = Object.fromEntries(Array.from({ length: SAVED_REPLIES_MAX }, (_, n) => [randomUUID(), `Answer ${n}`]))
    await sent(owner, 'store.notice', { answers: { [randomUUID()]: 'By sea.' } })
    await sent(owner, 'store.notice', { answers: many })
    await expect.poll(() => answersOn(owner)).toEqual(['By sea.'])
    const { data } = await market.call('/api/index/shop_info', { id: store.shopId })
    expect(JSON.stringify(data)).not.toContain('By sea.')
  })
})
