import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { blankGoods } from '#contract/products/rules.ts'
import { pictureUrl } from '#contract/pictures/urls.ts'
import type { StoreProduct } from '#contract/products/schema-row.ts'
import { openTestMarket, type TestMarket } from '../../support/market/market.ts'
import { makeShop, type TestShop } from '../../support/market/orders.ts'
import { fileIdOf, testPicture } from '../../support/market/pictures.ts'
import { does, look, meet, offline, staffPhone, type StaffPhone } from '../../support/people/staff-phone.ts'
import { endDevices } from '../../support/device/world.ts'

// The goods of a store on two phones of its staff, with and without a network.

let market: TestMarket
let store: TestShop
let ann: StaffPhone
let bob: StaffPhone
beforeAll(async () => {
  market = await openTestMarket({ anonymous: { capacity: 1e9, refillPerSecond: 1e9, maxKeys: 10 } })
})
afterAll(async () => {
  await endDevices()
  await market.close()
})
beforeEach(async () => {
  store = await makeShop(market.db, [{ stock: 500 }])
  ann = await staffPhone(market, store, 'staff')
  bob = await staffPhone(market, store, 'staff')
})

const shown = (p: StaffPhone, id: string): Promise<StoreProduct | undefined> =>
  look(p, async (db) => (await db.goods.get(id))?.shown ?? undefined)
const states = (p: StaffPhone): Promise<string[]> =>
  look(p, async (db) => (await db.outbox.toArray()).map(({ state }) => state))

const make = async (p: StaffPhone, stock = 10): Promise<string> => {
  const id = randomUUID()
  const fields = { ...blankGoods(store.categoryId, 'USD'), title: { en: 'Cup' }, ladder: [{ from: 1, price: 500 }] }
  await does(p, 'goods.put', { id, fields, stock, stocks: {}, listed: true })
  await expect.poll(() => shown(p, id).then((row) => row?.productId)).toBeGreaterThan(0)
  for (const other of [ann, bob]) await expect.poll(() => shown(other, id)).toBeDefined()
  return id
}
const price = (from: number, to: number) => ({
  from: { ladder: [{ from: 1, price: from }] },
  to: { ladder: [{ from: 1, price: to }] },
})

describe(`a store's goods on two phones (${process.env['MARKET_DB'] ?? 'pglite'})`, () => {
  it('are made without a network, and are on sale once there is one', async () => {
    offline(ann, true)
    const id = randomUUID()
    const fields = { ...blankGoods(store.categoryId, 'USD'), title: { en: 'Cup' }, ladder: [{ from: 1, price: 500 }] }
    await does(ann, 'goods.put', { id, fields, stock: 4, stocks: {}, listed: false })
    await does(ann, 'goods.stock', { id, sku: '', by: 2 })
    await does(ann, 'goods.show', { id, on: true })
    expect(await shown(ann, id)).toMatchObject({ state: 'listed', stock: 6, productId: null })
    await meet(ann)
    await expect.poll(() => shown(bob, id)).toMatchObject({ state: 'listed', stock: 6 })
    const { productId } = (await shown(bob, id))!
    expect((await market.call('/api/index/pro_info', { id: productId })).code).toBe(1)
  })

  it('come together after both phones changed different parts of one, and its stock, without a network', async () => {
    const id = await make(ann)
    for (const p of [ann, bob]) offline(p, true)
    await does(ann, 'goods.edit', { id, ...price(500, 600) })
    await does(ann, 'goods.stock', { id, sku: '', by: 7 })
    await does(bob, 'goods.edit', { id, from: { title: { ar: '' } }, to: { title: { ar: 'كوب' } } })
    await does(bob, 'goods.stock', { id, sku: '', by: -3 })
    expect((await shown(ann, id))!.stock).toBe(17)
    expect((await shown(bob, id))!.stock).toBe(7)
    await meet(ann)
    await meet(bob)
    const both = { title: { en: 'Cup', ar: 'كوب' }, ladder: [{ from: 1, price: 600 }], stock: 14 }
    for (const p of [ann, bob]) await expect.poll(() => shown(p, id)).toMatchObject(both)
  })

  it('ask the second of two who changed one price, and show what they meant until they have said', async () => {
    const id = await make(ann)
    for (const p of [ann, bob]) offline(p, true)
    await does(ann, 'goods.edit', { id, ...price(500, 600) })
    await does(bob, 'goods.edit', { id, ...price(500, 700) })
    await meet(ann)
    await expect.poll(() => shown(ann, id).then((row) => row?.ladder[0]?.price)).toBe(600)
    await meet(bob)
    await expect.poll(() => states(bob)).toEqual(['conflict'])
    expect((await shown(ann, id))!.ladder[0]!.price).toBe(600)
    const [conflict] = await look(bob, (db) => db.outbox.toArray())
    expect(conflict!.last).toMatchObject({ reason: 'changedElsewhere', params: { field: 'ladder' } })
    // The member's choice is a new change, over what is there now.
    await bob.tab.call('intent.dismiss', { intentId: conflict!.intentId }, bob.desk)
    await does(bob, 'goods.edit', { id, ...price(600, 700) })
    for (const p of [ann, bob]) await expect.poll(() => shown(p, id).then((row) => row?.ladder[0]?.price)).toBe(700)
  })

  it('have the pictures that were taken without a network, on the other phone too and in the market', async () => {
    const id = randomUUID()
    offline(ann, true)
    const bytes = new Uint8Array(await testPicture(7))
    expect(await ann.tab.call('file.keep', { bytes }, ann.desk)).toMatchObject({ kind: 'accepted' })
    const fields = {
      ...blankGoods(store.categoryId, 'USD'),
      title: { en: 'Cup' },
      ladder: [{ from: 1, price: 500 }],
      pictures: [fileIdOf(bytes)],
    }
    await does(ann, 'goods.put', { id, fields, stock: 4, stocks: {}, listed: true })
    expect((await shown(ann, id))!.pictures).toMatchObject([{ src: fileIdOf(bytes) }])
    await meet(ann)
    await expect.poll(() => shown(bob, id).then((row) => row?.pictures.length)).toBe(1)
    const [picture] = (await shown(bob, id))!.pictures
    expect(picture!.src).not.toBe(fileIdOf(bytes))
    const seen = await market.fetch(new Request(`http://market${pictureUrl(picture!.src, 160, 'webp')}`))
    expect([seen.status, seen.headers.get('content-type')]).toEqual([200, 'image/webp'])
    await expect.poll(() => shown(ann, id).then((row) => row?.pictures)).toEqual([picture])
    expect(await states(ann)).toEqual([])
  })

  it('double nothing when answers are lost', async () => {
    const id = await make(ann, 0)
    ann.device.network.faults.loseAnswers = 2
    for (let n = 1; n <= 5; n++) await does(ann, 'goods.stock', { id, sku: '', by: n })
    await expect.poll(() => shown(bob, id).then((row) => row?.stock)).toBe(15)
    await expect.poll(() => states(ann)).toEqual([])
    expect((await shown(ann, id))!.stock).toBe(15)
  })
})
