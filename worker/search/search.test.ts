import { beforeEach, describe, expect, it } from 'vitest'
import type { Product, Store } from '#contract/catalogue/schema.ts'
import { searchSorts } from '#contract/lists/sorts.ts'
import { searchGoods, searchTable } from '../../tests/support/catalogue/search-table.ts'
import { newDevice, type TestDevice } from '../../tests/support/device/world.ts'
import type { DeviceFound, DeviceQuery } from '../api/worker-api.ts'
import { mergeStored, readTree, storeUnindexed } from './maintenance.ts'
import { byTheRule, categories, isWithin, product } from '../../tests/support/catalogue/search-rule.ts'

const silent = { fetch: () => Promise.reject<Response>(new TypeError('no network')) }
const found = async (
  device: ReturnType<TestDevice['tab']>,
  query: Omit<DeviceQuery, 'limit'> & { limit?: number },
): Promise<DeviceFound> => {
  const answer = await device.call('search.device', { limit: 20, ...query })
  if (answer.kind !== 'accepted') throw new Error(answer.kind)
  return answer.data
}

describe('the table of languages, on the device', () => {
  const names = Object.keys(searchGoods)
  const goods = names.map((name, i) =>
    product(i + 1, searchGoods[name]!.title, {
      brand: searchGoods[name]!.brand ?? null,
      codes: searchGoods[name]!.codes ?? [],
    }),
  )
  let tab: ReturnType<TestDevice['tab']>
  beforeEach(async () => {
    const device = newDevice(silent)
    const db = await device.catalogueDb()
    await db.products.bulkPut(goods)
    db.close()
    tab = device.tab()
    return () => device.end()
  })
  it.each(searchTable)('$language: $query', async ({ query, first, not }) => {
    const { ids } = await found(tab, { query })
    const hits = ids.map((id) => names[id - 1])
    expect(hits[0]).toBe(first)
    for (const other of not ?? []) expect(hits).not.toContain(other)
  })
})

/** Numbers from a seed (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

describe('the packed index', () => {
  const vocabulary = [
    'red',
    'reds',
    'blue',
    'lamp',
    'lamps',
    'desk',
    'desktop',
    'chair',
    'steel',
    '台灯',
    '木椅',
    'мебель',
    'стол',
    'kitchen',
    'office',
  ]
  it.each([1, 2, 3, 4, 5, 6])(
    'finds what the rule finds, in its order, whatever was written, changed and deleted (seed %i)',
    async (seed) => {
      const random = seeded(seed)
      const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!
      const some = (n: number): string =>
        Array.from({ length: 1 + Math.floor(random() * n) }, () => pick(vocabulary)).join(' ')
      const device = newDevice(silent)
      const db = await device.catalogueDb()
      await db.categories.bulkPut(categories)
      const stores = new Map([1, 2, 3].map((id) => [id, { id, area: pick(['DE', 'CN', null]) } as Store]))
      await db.stores.bulkPut([...stores.values()])
      const rows = new Map<number, Product>()
      const tab = device.tab()
      for (let round = 0; round < 4; round++) {
        for (let i = 0; i < 25; i++) {
          const id = 1 + Math.floor(random() * 60)
          if (random() < 0.2) rows.delete(id)
          else
            rows.set(
              id,
              product(
                id,
                { en: some(4), ...(random() < 0.3 && { zh: some(2) }) },
                {
                  storeId: pick([1, 2, 3]),
                  categoryId: pick([1, 2, 3]),
                  monthlySales: pick([0, 1, 2]),
                  sales: pick([0, 5, 9]),
                  createdAt: Math.floor(random() * 40),
                  minimum: pick([1, 10]),
                  stock: pick([0, 4]),
                  worth: pick([null, 100, 200, 300]),
                  currency: 'XYZ',
                  brand: pick([null, 'steel']),
                  codes: pick([[], ['red7']]),
                  rev: round + 1,
                },
              ),
            )
          const row = rows.get(id)
          await (row ? db.products.put(row) : db.products.delete(id))
        }
        // Stored as parts of the index now and then, and merged: what is found does not depend on it.
        const tree = await readTree(db)
        if (round % 2 === 1)
          while (await storeUnindexed(db, tree)) {
            /* until none is left */
          }
        if (round === 3)
          for (let n = 0; n < 7; n++) {
            await db.products.put(rows.get([...rows.keys()][n]!)!)
            await storeUnindexed(db, tree)
          }
        if (round === 3) await mergeStored(db, () => Promise.resolve())
        // Another handle wrote: a tab hears of it by the channel when it is a tab's.
        const reader = round === 0 ? tab : device.tab()
        for (let n = 0; n < 12; n++) {
          const q: DeviceQuery = {
            query: random() < 0.3 ? pick(['lampp', 'des', 'chiar', '灯', 'sto', 'kitche', 'zzz red']) : some(3),
            limit: 200,
            sort: pick(searchSorts),
            ...(random() < 0.3 && { storeId: pick([1, 2]) }),
            ...(random() < 0.3 && { categoryId: pick([1, 3]) }),
            ...(random() < 0.3 && { inStock: true }),
            ...(random() < 0.2 && { area: 'DE' }),
            ...(random() < 0.2 && { priceFrom: 150 }),
            ...(random() < 0.2 && { priceTo: 250 }),
            ...(random() < 0.2 && { minimum: 5 }),
          }
          const result = await found(reader, q)
          expect({ q, ids: result.ids }).toEqual({ q, ids: byTheRule([...rows.values()], stores, q) })
          expect(result.searched).toBe([...rows.values()].filter((p) => isWithin(p, stores, q)).length)
          const few = await found(reader, { ...q, limit: 5 })
          expect(few.ids).toEqual(result.ids.slice(0, 5))
          expect(few.more).toBe(result.ids.length > 5)
        }
      }
      db.close()
      expect(device.reports).toEqual([])
      await device.end()
    },
  )
})
