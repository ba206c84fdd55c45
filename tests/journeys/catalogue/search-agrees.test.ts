import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Product } from '#contract/catalogue/schema.ts'
import { searchSorts } from '#contract/lists/sorts.ts'
import type { Output } from '#contract/registry.ts'
import type { DeviceFound } from '#worker/api/worker-api.ts'
import { seedIfEmpty } from '#server/seed/demo.ts'
import { openTestMarket, type TestMarket } from '../../support/market/market.ts'
import { newDevice, until, type TestDevice, type TestTab } from '../../support/device/world.ts'

// The same rule twice: over the packed index of a device that has the whole catalogue, and over the server's stored
// postings.

let market: TestMarket
let device: TestDevice
let tab: TestTab
beforeAll(async () => {
  market = await openTestMarket()
  await seedIfEmpty(market.db, { dataDir: undefined, progress: () => undefined })
  device = newDevice(market)
  const db = await device.catalogueDb()
  const { categories } = (await market.call('/api/index/category', {})).data as Output<'catalogue.categories'>
  await db.categories.bulkPut(categories)
  for (let after: string | null | undefined; after !== null;) {
    const page = (await market.call('/api/index/pro', after === undefined ? {} : { after }))
      .data as Output<'catalogue.products'>
    await db.products.bulkPut(page.products)
    await db.stores.bulkPut(page.stores)
    after = page.next
  }
  const total = await db.products.count()
  db.close()
  tab = device.tab()
  await until(
    'everything on the device is in its index',
    async () => (await onDevice({ query: 'tea' })).searched === total,
    30_000,
  )
})
afterAll(async () => {
  await device.end()
  await market.close()
})

async function atServer(input: object): Promise<{ ids: number[]; first: Output<'search.products'> }> {
  const ids: number[] = []
  let first: Output<'search.products'> | undefined
  for (let after: string | null | undefined; after !== null;) {
    const page = (await market.call('/api/index/search_pro', { ...input, ...(after === undefined ? {} : { after }) }))
      .data as Output<'search.products'>
    first ??= page
    ids.push(...page.ids)
    after = page.next
  }
  return { ids, first: first! }
}
async function storesAtServer(query: string): Promise<number[]> {
  const ids: number[] = []
  for (let after: string | null | undefined; after !== null;) {
    const page = (await market.call('/api/index/search_shop', { query, ...(after === undefined ? {} : { after }) }))
      .data as Output<'search.stores'>
    ids.push(...page.stores.map((store) => store.id))
    after = page.next
  }
  return ids
}
async function onDevice(input: { query: string }): Promise<DeviceFound> {
  const outcome = await tab.call('search.device', { ...input, limit: 2000 })
  if (outcome.kind !== 'accepted') throw new Error(outcome.kind)
  return outcome.data
}

const queries = [
  'tea',
  'glass teapot',
  'kitchen',
  'running shoes men',
  'shirtt',
  'cott',
  'set of 6',
  '茶',
  '茶壶',
  '玩具',
  'حقيبة جلدية',
  'الشاي',
  'wooden toy blocks for kids',
  'xyzzyx',
  'SKU 1234',
  'bags bag',
]
const narrow: {
  storeId?: number
  categoryId?: number
  priceTo?: number
  minimum?: number
  inStock?: boolean
  area?: string
}[] = [{}, { inStock: true, priceTo: 3000 }, { area: 'US', minimum: 10 }, { storeId: 2 }, { categoryId: 1 }]

it.each(queries)('device and shop find the same in the same order: %s', async (query) => {
  for (const sort of searchSorts) {
    for (const filter of narrow) {
      const input = { query, sort, ...filter }
      const [shop, own] = [await atServer(input), await onDevice(input)]
      expect(own.ids, JSON.stringify(input)).toEqual(shop.ids)
      if (sort === 'best')
        expect([own.categoryIds, own.storeIds]).toEqual([shop.first.categoryIds, shop.first.storeIds])
    }
  }
})

it("and by every product's code, that product", async () => {
  const db = await device.catalogueDb()
  const products: Product[] = await db.products.limit(25).toArray()
  db.close()
  for (const p of products) {
    const query = p.codes!.find((code) => /^\d{13}$/.test(code))!
    expect([(await atServer({ query })).ids, (await onDevice({ query })).ids]).toEqual([[p.id], [p.id]])
  }
})

it('and the same stores in the same order, by parts of their names, with a typing error, and by what they sell', async () => {
  const db = await device.catalogueDb()
  const names = (await db.stores.limit(5).toArray()).map((store) => store.name)
  db.close()
  const typed = names.flatMap((name) => [
    name,
    name.split(' ')[0]!,
    name.slice(0, 3),
    name.split(' ').toReversed().join(' '),
    `${name.slice(0, 4)}x${name.slice(4)}`,
  ])
  for (const query of [...queries, ...typed]) {
    const outcome = await tab.call('search.deviceStores', { query })
    expect({ query, ids: outcome.kind === 'accepted' && outcome.data.ids }).toEqual({
      query,
      ids: await storesAtServer(query),
    })
  }
})
