import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { SHEETS_MAX } from '#contract/line-sheets/rules.ts'
import type { Output } from '#contract/registry.ts'
import { sheetGoods, sheetLinks, type SheetLink } from '#localdb/queries/line-sheets.ts'
import type { UserReader } from '#localdb/read.ts'
import { suspend } from '#server/stores/suspend.ts'
import { openTestMarket, type TestMarket } from '../../support/market/market.ts'
import { makeShop, type TestShop } from '../../support/market/orders.ts'
import { does, look, meet, offline, staffPhone, type StaffPhone } from '../../support/people/staff-phone.ts'
import { endDevices } from '../../support/device/world.ts'

// Line sheets, from the phones of a store's members to whoever was given a private link.

const DAY = 86_400_000

let market: TestMarket
let clock = 0
let store: TestShop
let goods: string[]
let owner: StaffPhone
let staff: StaffPhone
beforeAll(async () => {
  market = await openTestMarket({
    anonymous: { capacity: 1e9, refillPerSecond: 1e9, maxKeys: 10 },
    now: () => Date.now() + clock,
  })
})
afterAll(async () => {
  await endDevices()
  await market.close()
})
beforeEach(async () => {
  clock = 0
  store = await makeShop(market.db, [
    {
      stock: 500,
      ladder: [
        { from: 1, price: 500 },
        { from: 50, price: 450 },
      ],
      minimum: 6,
      multiple: 6,
    },
    { stock: 2, minimum: 6 },
    { stock: 90 },
  ])
  goods = store.goods
  owner = await staffPhone(market, store, 'owner')
  staff = await staffPhone(market, store, 'staff')
})

const newId = (): string => randomBytes(18).toString('base64url')
const waits = (p: StaffPhone): Promise<number> => look(p, (db) => db.outbox.count())
const linksOn = (p: StaffPhone): Promise<SheetLink[]> => look(p, (db) => sheetLinks(db as unknown as UserReader))
const sent = (p: StaffPhone) => expect.poll(() => waits(p)).toBe(0)

/** The sheet that a link shows to a stranger; undefined where it leads nowhere. */
async function shown(id: string): Promise<Output<'catalogue.sheet'> | undefined> {
  const { status, code, data } = await market.call('/api/index/sheet', { id })
  if (code === 1) return data as Output<'catalogue.sheet'>
  expect([status, code, data]).toEqual([404, 404, { reason: 'sheetGone' }])
  return undefined
}

describe(`line sheets (${process.env['MARKET_DB'] ?? 'pglite'})`, () => {
  it('are made without a network with a link that works once it is sent, once, at the prices of the day', async () => {
    const id = newId()
    offline(staff, true)
    await does(staff, 'sheet.make', { id, title: 'Spring', goods: [goods[1]!, goods[0]!], until: null })
    expect(await linksOn(staff)).toMatchObject([{ id, title: 'Spring', goods: 2, until: null, unsent: true }])
    expect(await shown(id)).toBeUndefined()
    staff.device.network.faults.loseAnswers = 1
    await meet(staff)
    await sent(staff)
    await expect.poll(() => linksOn(staff)).toMatchObject([{ id, unsent: false }])
    await meet(owner)
    await expect.poll(() => linksOn(owner)).toMatchObject([{ id, title: 'Spring', goods: 2, unsent: false }])

    const found = (await shown(id))!
    expect(found).toMatchObject({ title: 'Spring', until: null, gone: 0, store: { id: store.shopId } })
    expect(found.products.map((p) => p.id)).toEqual([store.ids[1], store.ids[0]])
    expect(found.products[1]).toMatchObject({ minimum: 6, multiple: 6, stock: 500, lead: 1, facts: [] })
    await does(owner, 'goods.edit', {
      id: goods[0]!,
      from: {
        ladder: [
          { from: 1, price: 500 },
          { from: 50, price: 450 },
        ],
      },
      to: { ladder: [{ from: 1, price: 600 }] },
    })
    await sent(owner)
    expect((await shown(id))!.products[1]!.ladder).toEqual([{ from: 1, price: 600 }])
  })

  it('leave out what is not on sale, and all of a suspended store', async () => {
    const id = newId()
    await does(staff, 'sheet.make', { id, title: 'All', goods, until: null })
    await sent(staff)
    await does(staff, 'goods.show', { id: goods[2]!, on: false })
    await does(staff, 'goods.del', { id: goods[1]! })
    await sent(staff)
    // The rest of the store's goods may be on their way to the phone still.
    const on = () => look(staff, (db) => sheetGoods(goods)(db as unknown as UserReader))
    await expect.poll(async () => (await on()).map(({ id: one }) => one)).toEqual([goods[0]])
    expect(await shown(id)).toMatchObject({ products: [{ id: store.ids[0] }], gone: 2 })
    await suspend(market.db, [String(store.shopId), 'Fakes'], Date.now())
    expect(await shown(id)).toMatchObject({ products: [], gone: 3 })
  })

  it('end when they say, and when they are revoked, on any phone', async () => {
    const [ends, revoked] = [newId(), newId()]
    await does(staff, 'sheet.make', { id: ends, title: 'Ends', goods, until: Date.now() + DAY })
    await does(staff, 'sheet.make', { id: revoked, title: 'Revoked', goods, until: null })
    await sent(staff)
    expect(await shown(ends)).toMatchObject({ title: 'Ends' })
    clock = DAY + 60_000
    expect(await shown(ends)).toBeUndefined()
    await meet(owner)
    await expect.poll(async () => (await linksOn(owner)).length).toBe(2)
    await does(owner, 'sheet.end', { id: revoked })
    await sent(owner)
    expect(await shown(revoked)).toBeUndefined()
    await meet(staff)
    await expect.poll(async () => (await linksOn(staff)).map(({ id }) => id)).toEqual([ends])
  })

  it('are so many at most, the ended ones making room, and are nobody’s but their store’s', async () => {
    const ended = newId()
    await does(staff, 'sheet.make', { id: ended, title: 'Ends', goods, until: Date.now() + DAY })
    const others = Array.from({ length: SHEETS_MAX - 1 }, newId)
    for (const id of others) await does(staff, 'sheet.make', { id, title: 'Stays', goods, until: null })
    await sent(staff)
    const one = { id: newId(), title: 'One more', goods, until: null }
    await does(staff, 'sheet.make', one)
    await expect
      .poll(() => look(staff, async (db) => (await db.outbox.toArray()).map(({ last }) => last?.reason)))
      .toEqual(['sheetsFull'])
    await expect.poll(async () => (await linksOn(staff)).length).toBe(SHEETS_MAX)
    clock = 2 * DAY
    await does(staff, 'sheet.make', { ...one, id: newId() })
    await expect.poll(async () => (await linksOn(staff)).map(({ id }) => id)).not.toContain(ended)
    expect((await linksOn(staff)).length).toBe(SHEETS_MAX)

    const shop = await makeShop(market.db, [{}])
    const at = market.db.selectFrom('stores').select('uid').where('id', '=', shop.shopId)
    const other = { ...shop, uid: (await at.executeTakeFirstOrThrow()).uid }
    const thief = await staffPhone(market, other, 'owner')
    await does(thief, 'sheet.end', { id: others[0]! })
    const mine = newId()
    await does(thief, 'sheet.make', { id: mine, title: 'Theirs', goods: [goods[0]!, randomUUID()], until: null })
    await sent(thief)
    expect(await shown(others[0]!)).toMatchObject({ title: 'Stays' })
    expect(await shown(mine)).toMatchObject({ products: [], gone: 2, store: { id: shop.shopId } })
    await does(thief, 'sheet.make', { id: others[0]!, title: 'Taken', goods: [goods[0]!], until: null })
    await expect.poll(() => look(thief, async (db) => (await db.outbox.toArray())[0]?.last?.reason)).toBe('invalid')
    expect(await shown(others[0]!)).toMatchObject({ title: 'Stays', store: { id: store.shopId } })
  })

  it('are told to nobody else: not among what anybody reads of the store', async () => {
    const id = newId()
    await does(staff, 'sheet.make', { id, title: 'Hidden words', goods, until: null })
    await sent(staff)
    const answers = await Promise.all([
      market.call('/api/index/shop_info', { id: store.shopId }),
      market.call('/api/index/changes', { cursor: '0' }),
    ])
    expect(JSON.stringify(answers.map(({ data }) => data))).not.toMatch(new RegExp(`${id}|Hidden words`))
  })
})

it('asks the database of no link beyond what an address may ask, and of nothing that cannot be one', async () => {
  const small = await openTestMarket({ anonymous: { capacity: 3, refillPerSecond: 0.001, maxKeys: 10 } })
  const queries = vi.spyOn(small.db.getExecutor(), 'executeQuery')
  const asked = (): number => queries.mock.calls.filter(([query]) => /from sheets h/.test(query.sql)).length
  const ask = async (id: string) => (await small.call('/api/index/sheet', { id })).code
  expect([await ask('../../etc'), asked()]).toEqual([404, 0])
  expect([await ask(newId()), await ask(newId()), asked()]).toEqual([404, 404, 2])
  expect([await ask(newId()), await ask(newId()), asked()]).toEqual([429, 429, 2])
  await small.close()
})
