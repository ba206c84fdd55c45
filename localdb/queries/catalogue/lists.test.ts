import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Product } from '#contract/catalogue/schema.ts'
import { passes, productWorth, type ListFilter } from '#contract/catalogue/filter.ts'
import { orderableFirst, listSorts, type ListSort } from '#contract/lists/sorts.ts'
import { comesLast } from '#contract/catalogue/orderable.ts'
import { openCatalogueDb, openUserDb, type CatalogueDb } from '../../open.ts'
import type { Readers } from '../../read.ts'
import { favouriteProducts, keptProducts } from './lists.ts'
import { walkSorted } from './walk.ts'

// Lists without the server: in every order by index, narrowed by every filter, against the same thing done slowly over
// all rows.

const product = (id: number, over: Partial<Product> = {}): Product => ({
  id,
  storeId: 1 + (id % 3),
  categoryId: 10 + (id % 5),
  title: { en: `Product ${id}` },
  picture: null,
  currency: 'USD',
  ladder: [{ from: 1, price: 100 + ((id * 37) % 50) }],
  minimum: 1 + (id % 7),
  multiple: 1,
  stock: id % 4,
  choices: 0,
  monthlySales: (id * 11) % 9,
  sales: (id * 13) % 20,
  createdAt: 1_000_000 + ((id * 7) % 30),
  worth: 100 + ((id * 37) % 50),
  rev: 1,
  ...over,
})

let db: CatalogueDb
let readers: Readers
let all: Product[]
beforeEach(async () => {
  const env = { indexedDB: new IDBFactory(), IDBKeyRange }
  db = await openCatalogueDb(env)
  const user = await openUserDb('me', env)
  readers = { catalogue: db, user }
  // Category 1 has 10 to 14 below it, some directly and some below those; 20 has nothing below.
  await db.categories.bulkPut(
    [
      [1, 0],
      [10, 1],
      [11, 1],
      [12, 10],
      [13, 10],
      [14, 11],
      [20, 0],
    ].map(([id, pid]) => ({ id: id!, pid: pid!, name: {}, picture: null, sort: 0 })),
  )
  await db.stores.bulkPut(
    ['DE', 'CN', null].map((area, n) => ({
      id: n + 1,
      name: `Store ${n}`,
      logo: null,
      credit: 0,
      products: 0,
      followers: 0,
      sales: 0,
      turnover: 0,
      currency: 'USD',
      area,
      demo: false,
      rev: 1,
    })),
  )
  all = Array.from({ length: 120 }, (_, n) =>
    product(n + 1, n % 10 === 0 ? { currency: 'XTS', worth: null } : n % 15 === 1 ? { categoryId: 20 } : {}),
  )
  await db.products.bulkPut(all)
  await user.favourites.bulkPut(
    [3, 9, 11, 40].map((id, at) => ({
      key: String(id),
      server: null,
      shown: { id, on: id !== 9, at },
      rev: 0,
      pending: 0,
      conflict: false,
    })),
  )
})

const value: Record<ListSort, (p: Product) => number> = {
  all: (p) => -p.monthlySales,
  sales: (p) => -p.sales,
  new: (p) => -p.createdAt,
  priceUp: (p) => productWorth(p) ?? Infinity,
  priceDown: (p) => -(productWorth(p) ?? -Infinity),
}
const stores: Record<number, { area: string | null }> = { 1: { area: 'DE' }, 2: { area: 'CN' }, 3: { area: null } }
/** The sort values of the products that pass, in order: products of equal value may come in any order. */
function slowly(sort: ListSort, filter: ListFilter, of: (p: Product) => boolean): number[] {
  const fit = all.filter((p) => of(p) && passes(p, stores[p.storeId], filter))
  const valued = (those: readonly Product[]): number[] => those.map(value[sort]).sort((a, b) => a - b)
  if (!orderableFirst(sort)) return valued(fit)
  return [...valued(fit.filter((p) => !comesLast(p))), ...valued(fit.filter(comesLast))]
}

const filters: ListFilter[] = [
  {},
  { priceFrom: 110, priceTo: 130 },
  { minimum: 2 },
  { inStock: true },
  { area: 'DE' },
  { priceTo: 140, minimum: 5, inStock: true, area: 'CN' },
]
const places: { name: string; of: { categoryId?: number; storeId?: number }; has: (p: Product) => boolean }[] = [
  { name: 'everything', of: {}, has: () => true },
  { name: 'a category with those below it', of: { categoryId: 1 }, has: (p) => p.categoryId !== 20 },
  { name: 'a leaf', of: { categoryId: 20 }, has: (p) => p.categoryId === 20 },
  { name: 'a store', of: { storeId: 2 }, has: (p) => p.storeId === 2 },
]

describe('a list on the device', () => {
  it.each(places)(
    'is in every order and under every filter what a look at all rows gives: $name',
    async ({ of, has }) => {
      for (const sort of listSorts)
        for (const filter of filters) {
          const expected = slowly(sort, filter, has)
          for (const limit of [1, 7, 20, 500]) {
            const rows = await keptProducts(readers, { ...of, sort, ...filter }, limit)
            expect(rows.map(value[sort]), `${sort} ${JSON.stringify(filter)} ${limit}`).toEqual(
              expected.slice(0, limit),
            )
            expect(new Set(rows.map((p) => p.id)).size).toBe(rows.length)
          }
        }
    },
  )

  it('grows at its end: the first twenty begin the first forty', async () => {
    for (const sort of listSorts) {
      const [short, long] = await Promise.all(
        [20, 40].map((limit) => keptProducts(readers, { categoryId: 1, sort }, limit)),
      )
      expect(long!.slice(0, 20)).toEqual(short)
    }
  })

  it('keeps favourites in their own order, or in another', async () => {
    const ids = async (sort: ListSort) =>
      (await favouriteProducts(readers, { favourites: true, sort })).products.map((p) => p.id)
    expect(await ids('all')).toEqual([40, 11, 3])
    // 11 has no worth: last, whichever way.
    expect((await ids('priceUp')).at(-1)).toBe(11)
    expect((await ids('priceDown')).at(-1)).toBe(11)
  })
})

describe('a walk over sorted sources', () => {
  const source = (rows: number[], asked: number[]) => (limit: number) => {
    asked.push(limit)
    return Promise.resolve(rows.slice(0, limit))
  }
  const up = (a: number, b: number) => a - b

  it('reads no more than is wanted where nothing is left out', async () => {
    const asked: number[] = []
    expect(
      await walkSorted(
        [
          source(
            Array.from({ length: 1000 }, (_, n) => n),
            asked,
          ),
        ],
        up,
        () => true,
        20,
      ),
    ).toHaveLength(20)
    expect(asked).toEqual([20])
  })

  it('reads further only where more may belong', async () => {
    const [busy, far, empty]: [number[], number[], number[]] = [[], [], []]
    const low = Array.from({ length: 100 }, (_, n) => n)
    expect(
      await walkSorted(
        [
          source(low, busy),
          source(
            low.map((n) => n + 1000),
            far,
          ),
          source([], empty),
        ],
        up,
        () => true,
        6,
      ),
    ).toEqual([0, 1, 2, 3, 4, 5])
    expect([busy, far, empty]).toEqual([[4, 16], [4], [4]])
  })
})
