import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ProductDetail } from '#contract/catalogue/schema.ts'
import type { Stated } from '#contract/registry.ts'
import { isReviewLate } from '#contract/merchants/states.ts'
import { tellOfLate } from '#server/orders/clocks.ts'
import { operate } from '#server/operator/commands/operate.ts'
import { applying, signing } from '../../support/market/applying.ts'
import { newBuyer, settled } from '../../support/people/buyer.ts'
import { openTestMarket, type TestMarket } from '../../support/market/market.ts'
import { command, keepAll, stateOn } from '../../support/people/merchants.ts'
import { operatorWith, type Operator } from '../../support/market/operator.ts'
import { giveMoney, makeAddress, makeShop, placing, type TestShop } from '../../support/market/orders.ts'
import { act, endDevices } from '../../support/device/world.ts'

// The promises of a market are its operators' setting: texts, clocks and the contract say the same, and a promise that
// was made for an order or an application stays.

const HOUR = 3_600_000
const DAY = 24 * HOUR

let market: TestMarket
let operator: Operator
let shop: TestShop
beforeAll(async () => {
  market = await openTestMarket()
  operator = await operatorWith(market, ['site', 'applications'])
  shop = await makeShop(market.db, [{ stock: 500 }, { stock: 500 }])
  await market.db.updateTable('products').set({ lead_days: 2 }).where('id', '=', shop.ids[1]!).execute()
})
afterAll(async () => {
  await endDevices()
  await market.close()
})

const set = (name: string, value: string) => operator.ask('siteSet', { name, value })
const leadOf = async (id: number): Promise<number | undefined> =>
  ((await market.call('/api/index/pro_info', { id })).data as { detail: ProductDetail }).detail.lead
const promised = async () => ((await market.call('/api/index/settings', {})).data as Stated<'site.settings'>).promises

/** Pays for an order of some products: its id, and how long after the payment it is to leave (ms). */
async function paid(...ids: number[]): Promise<{ id: string; within: number }> {
  const buyer = await market.person()
  const token = await market.login(buyer)
  await giveMoney(market.db, buyer.uid, 1_000_000)
  const lines = ids.map((id) => ({ id, num: 3 }))
  const p = await placing(market.db, shop.shopId, await makeAddress(market.db, buyer.uid), lines)
  expect((await market.call('/api/order/place', p, token)).code).toBe(1)
  const id = `${p.clientOrderId}:${shop.shopId}`
  expect((await market.call('/api/order/pay', { ids: [id], password: buyer.password }, token)).code).toBe(1)
  const row = await market.db
    .selectFrom('orders')
    .select(['ship_by', 'paid_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { id, within: row.ship_by!.getTime() - row.paid_at!.getTime() }
}

it('begins with what the specification promises', async () => {
  expect(await promised()).toEqual({ shipDays: 1, reviewLeast: 2, reviewMost: 48 })
  expect([await leadOf(shop.ids[0]!), await leadOf(shop.ids[1]!)]).toEqual([1, 2])
})

it.each([
  ['ship_days', '0', '1 to 30'],
  ['ship_days', '31', '1 to 30'],
  ['ship_days', '1.5', '1 to 30'],
  ['review_hours', '48-2', '2-48'],
  ['review_hours', '48', '2-48'],
  ['review_hours', '2-999', '720'],
])('refuses %s = %s with its reason', async (name, value, why) => {
  const { data, msg } = await set(name, value)
  expect(data).toMatchObject({ reason: 'operatorSays' })
  expect(msg).toContain(why)
})

it('orders leave within the days of the setting; products with days of their own keep those, and so do paid orders', async () => {
  const before = await paid(shop.ids[0]!)
  expect(before.within).toBe(DAY)
  expect((await set('ship_days', '3')).code).toBe(1)
  expect(await promised()).toMatchObject({ shipDays: 3 })
  expect([await leadOf(shop.ids[0]!), await leadOf(shop.ids[1]!)]).toEqual([3, 2])
  const after = await paid(shop.ids[0]!)
  const own = await paid(shop.ids[1]!)
  const both = await paid(...shop.ids)
  expect([after.within, own.within, both.within]).toEqual([3 * DAY, 2 * DAY, 3 * DAY])
  // The clock that calls an order late uses the time that was promised for it.
  const late = async (at: number): Promise<string[]> => {
    await tellOfLate(market.db, at)
    const rows = await market.db.selectFrom('orders').select('id').where('late_told_at', 'is not', null).execute()
    return rows.map(({ id }) => id).sort()
  }
  const now = Date.now()
  expect(await late(now + DAY)).toEqual([before.id])
  expect(await late(now + 2 * DAY)).toEqual([before.id, own.id].sort())
  expect(await late(now + 3 * DAY)).toEqual([before.id, own.id, after.id, both.id].sort())
  expect((await set('ship_days', '1')).code).toBe(1)
})

it('an application keeps the hours that were promised when it was sent', async () => {
  const b = await newBuyer(market)
  const token = await market.login(b.person)
  await set('review_hours', '1-12')
  const contract = (await market.call('/api/merchant/contract', undefined, token, { method: 'GET' }))
    .data as Stated<'merchant.contract'>
  expect(contract.text).toContain('within 1 to 12 hours')
  await act(b.tab, 'merchant.apply', applying(await keepAll(b, 401), signing(contract)))
  await settled(b)
  await set('review_hours', '2-48')
  const { application } = await stateOn(b)
  expect(application!.dueAt! - application!.at).toBe(12 * HOUR)
  expect(isReviewLate(application!, application!.at + 12 * HOUR + 1)).toBe(true)
  expect(await command(market, 'list')).toContain(`due ${new Date(application!.dueAt!).toISOString()}`)
  const { data } = await operator.ask('applications')
  expect(data).toMatchObject({ applications: [{ id: application!.id, dueAt: application!.dueAt }] })
})

it('articles take the values, each in its own language', async () => {
  const article = (body: string): string => `---\ngroup: returns\ntitle: Soon\nsummary: In {{ship}}\n---\n${body}\n`
  for (const [file, body] of [
    ['soon.en.md', 'Within **{{ship}}**, answered within {{review}}. {{other}}'],
    ['soon.zh.md', '{{ship}}内发货'],
  ] as const)
    await operate(market.db, ['article', 'put', file, article(body)], Date.now())
  const read = async (language: string) =>
    (
      (await market.call(`/api/Article/category?ids=13&language=${language}`, undefined, undefined, { method: 'GET' }))
        .data as Stated<'article.category'>
    ).articles.find(({ summary }) => /24/.test(summary) || /5/.test(summary))
  const words = async (language: string) =>
    (await read(language))!.blocks
      .flatMap(({ items }) => items.flatMap(({ spans }) => spans.map((s) => s.text)))
      .join('')
  expect(await words('en')).toBe('Within 24 hours, answered within 2 to 48 hours. {{other}}')
  expect((await read('en'))!.summary).toBe('In 24 hours')
  await set('ship_days', '5')
  expect(await words('en')).toMatch(/^Within 5 days/)
  expect(await words('zh')).toMatch(/^5\s?天内发货/)
  await set('ship_days', '1')
})
