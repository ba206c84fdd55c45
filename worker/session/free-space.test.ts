import { beforeEach, describe, expect, it } from 'vitest'
import type { Product } from '#contract/catalogue/schema.ts'
import { openCatalogueDb, openUserDb, type CatalogueDb, type UserDb } from '#localdb/open.ts'
import { newIdb } from '../../tests/support/device/fake-idb.ts'
import { applyCatalogue } from '../catalogue/answers.ts'
import { applySite } from '../catalogue/site.ts'
import { boundCatalogue } from './bound-catalogue.ts'
import { CATALOGUE_MAX } from './catalogue-bounds.ts'

let user: UserDb
let db: CatalogueDb
beforeEach(async () => {
  const idb = newIdb()
  user = await openUserDb('00000000-0000-4000-8000-000000000001', idb)
  db = await openCatalogueDb(idb)
})

const product = (id: number): Product =>
  ({ id, storeId: 3, categoryId: 1, monthlySales: id, sales: 0, createdAt: 0, worth: 1, rev: 1 }) as unknown as Product
const mirror = (key: string, row: unknown) =>
  ({ key, server: row, shown: row, rev: 1, pending: 0, conflict: false }) as never
const productIds = async (): Promise<number[]> => (await db.products.toCollection().primaryKeys()) as number[]

describe('the catalogue on a device', () => {
  it("has a bound: what was wanted least recently goes, never what is the person's own", async () => {
    await db.products.bulkPut(Array.from({ length: 100 }, (_, id) => product(id)))
    await db.details.bulkPut(
      Array.from({ length: 30 }, (_, id) => ({ id, product: product(id), related: [], at: 1000 + id })) as never[],
    )
    await db.reviews.bulkPut([
      { key: '0/all', productId: 0, reviews: [], next: null, at: 0 },
      { key: '5/all', productId: 5, reviews: [], next: null, at: 0 },
    ])
    const list = (key: string, from: number, at: number) => ({
      key,
      ids: Array.from({ length: 10 }, (_, i) => from + i),
      next: null,
      at,
    })
    await db.lists.bulkPut([list('old', 40, 1), list('new', 50, 3), list('middle', 60, 2)])
    await user.cartLines.put(mirror('3:0:0', { id: 0, shopId: 3, variantId: 0, num: 2 }))
    await user.favourites.put(mirror('1', { id: 1, on: true, at: 1 }))
    await user.orders.put(mirror('o', { lines: [{ id: 2 }] }))
    await boundCatalogue(user, db, { ...CATALOGUE_MAX, products: 100, details: 30 })
    expect([await db.products.count(), await db.details.count()]).toEqual([100, 30])

    await boundCatalogue(user, db, { ...CATALOGUE_MAX, products: 40, details: 20 })
    const left = await productIds()
    expect(left).toHaveLength(36)
    expect(left).toEqual(expect.arrayContaining([0, 1, 2, 50, 59, 99]))
    expect(left).not.toContain(40)
    expect(left).not.toContain(60)
    // Those fetched last, and the person's own.
    expect(await db.details.toCollection().primaryKeys()).toEqual([
      0,
      1,
      2,
      ...Array.from({ length: 15 }, (_, i) => 15 + i),
    ])
    expect(await db.reviews.toCollection().primaryKeys()).toEqual(['0/all'])
    // No list has holes.
    expect(await db.lists.toCollection().primaryKeys()).toEqual(['new'])
    // The search index hears of what is gone.
    expect((await db.unindexed.toCollection().primaryKeys()).length).toBeGreaterThanOrEqual(64)
  })

  it('keeps so many lists, the latest, whatever filters they are of', async () => {
    const page = (priceFrom: number, at: number) =>
      applyCatalogue['catalogue.products'](
        db,
        { sort: 'all', priceFrom } as never,
        { products: [], stores: [], ids: [1], next: null } as never,
        at,
      )
    for (let n = 0; n < 230; n++) await page(n + 1, n)
    expect(await db.lists.count()).toBe(200)
    expect((await db.lists.toArray()).every((row) => row.at >= 30)).toBe(true)
  })

  it('keeps so many stores: those nobody needs go, the one that was read longest ago first', async () => {
    const store = (id: number) => ({ id, name: `Store ${id}`, rev: 1, at: 1000 + id }) as never
    await db.stores.bulkPut(Array.from({ length: 40 }, (_, id) => store(id)))
    await db.products.put({ ...product(1), storeId: 5 })
    await user.follows.put(mirror('0', { id: 0, on: true, at: 1 }))
    await user.follows.put(mirror('6', { id: 6, on: false, at: 1 }))
    await user.cartLines.put(mirror('1:9:0', { id: 9, shopId: 1, variantId: 0, num: 2 }))
    await user.orders.put(mirror('o', { shopId: 2, lines: [] }))
    await db.homes.put({ key: 'home', daily: [], recommended: [], hot: [], storeIds: [3], demo: false, at: 1 })
    const found = (query: string, ids: number[]) => ({ key: `stores/query:${query}`, ids, next: null, at: 1 })
    await db.lists.bulkPut([found('gone', [4, 39]), found('left', [38, 39])])
    await boundCatalogue(user, db, { ...CATALOGUE_MAX, stores: 40 })
    expect(await db.stores.count()).toBe(40)

    await boundCatalogue(user, db, { ...CATALOGUE_MAX, stores: 20 })
    const left = [0, 1, 2, 3, 5, ...Array.from({ length: 13 }, (_, i) => 27 + i)]
    expect(await db.stores.toCollection().primaryKeys()).toEqual(left)
    expect(await db.lists.toCollection().primaryKeys()).toEqual(['stores/query:left'])

    // A bound is a bound: with more stores that sell than it allows, the oldest of those go as well.
    await db.products.bulkPut(left.map((storeId) => ({ ...product(100 + storeId), storeId })))
    await boundCatalogue(user, db, { ...CATALOGUE_MAX, stores: 10 })
    expect(await db.stores.toCollection().primaryKeys()).toEqual([0, 1, 2, 3, 35, 36, 37, 38, 39])
  })

  it('keeps so many reviews: of one product, and of all', async () => {
    const read = (id: number, filter: string, at: number, after?: string) =>
      applyCatalogue['catalogue.reviews'](
        db,
        { id, filter, after } as never,
        { reviews: Array.from({ length: 100 }, (_, n) => ({ id: n })), next: 'more' } as never,
        at,
      )
    await read(1, 'all', 1)
    for (let page = 0; page < 3; page++) await read(1, 'all', 1, 'more')
    expect((await db.reviews.get('1/all'))!.next).toBe('more')
    for (let page = 0; page < 3; page++) await read(1, 'all', 1, 'more')
    const whole = (await db.reviews.get('1/all'))!
    expect([whole.reviews.length, whole.next]).toEqual([500, null])

    for (let id = 2; id < 12; id++) {
      await read(id, 'all', id)
      await read(id, 'negative', 100 + id)
    }
    await boundCatalogue(user, db, { ...CATALOGUE_MAX, reviews: 10 })
    expect((await db.reviews.toCollection().primaryKeys()).sort()).toEqual(
      Array.from({ length: 9 }, (_, n) => `${n + 3}/all`).sort(),
    )
  })

  it('keeps so many areas: all below one parent or none, and every country', async () => {
    const below = (parentCode: string, codes: readonly string[], at: number) =>
      applySite['area.read'](
        db,
        parentCode === '' ? {} : { parent: parentCode },
        { areas: codes.map((code) => ({ code, name: {}, open: true, parent: true })) } as never,
        at,
      )
    const countries = ['AA', 'BB', 'CC']
    await below('', countries, 1)
    for (const [n, country] of countries.entries())
      await below(
        country,
        Array.from({ length: 10 }, (_, i) => `${country}-${i}`),
        100 - n,
      )
    await boundCatalogue(user, db, { ...CATALOGUE_MAX, areas: 25 })
    expect(await db.areas.count()).toBe(13)
    expect(await db.areas.where('parentCode').equals('').count()).toBe(3)
    expect(await db.areas.where('parentCode').equals('AA').count()).toBe(10)
  })
})
