import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PAGE } from '#contract/catalogue/schema-endpoints.ts'
import type { Product } from '#contract/catalogue/schema.ts'
import { orderableFirst, type ListSort } from '#contract/lists/sorts.ts'
import { comesLast } from '#contract/catalogue/orderable.ts'
import { endpoints } from '#contract/endpoints.ts'
import type { Input, Output } from '#contract/registry.ts'
import { demoLogins } from '../seed/buyers.ts'
import { seedIfEmpty } from '../seed/demo.ts'
import { openDatabase, type OpenDatabase } from '../db/open.ts'
import type { Call, SignedIn } from '../http/handlers.ts'
import { catalogueHandlers } from './handlers.ts'
import { storeHandlers } from '../favourites/followed-stores.ts'

let database: OpenDatabase
let call: Call
beforeAll(async () => {
  database = await openDatabase()
  await seedIfEmpty(database.db, { dataDir: undefined, progress: () => undefined })
  call = { db: database.db, user: null, tokenHash: null, device: '', language: 'en', from: 'test', now: () => 0 }
})
afterAll(() => database.close())

type Name = keyof typeof catalogueHandlers
/** Asks as the app does: checked input in, and what comes out must be what the contract says. */
async function ask<N extends Name>(name: N, input: unknown): Promise<Output<N>> {
  const handle = catalogueHandlers[name] as (
    c: Call,
    i: Input<N>,
  ) => Promise<{ kind: string; data?: Output<N>; refusal?: unknown }>
  const answer = await handle(call, endpoints[name].input.parse(input) as Input<N>)
  if (answer.kind !== 'accepted') throw new Error(JSON.stringify(answer.refusal))
  return endpoints[name].output.parse(answer.data) as Output<N>
}
async function all(input: Partial<Input<'catalogue.products'>>): Promise<Product[]> {
  const found: Product[] = []
  for (let after: string | null | undefined; after !== null;) {
    const page: Output<'catalogue.products'> = await ask('catalogue.products', {
      ...input,
      ...(after === undefined ? {} : { after }),
    })
    expect(page.products.length).toBeLessThanOrEqual(PAGE)
    expect(new Set(page.products.map((p) => p.storeId))).toEqual(new Set(page.stores.map((s) => s.id)))
    found.push(...page.products)
    after = page.next
  }
  return found
}
const BEFORE = 1_000_000
const byId = (a: number, b: number): number => a - b

describe('the product list', () => {
  const order: Record<ListSort, (p: Product) => number> = {
    all: (p) => -p.monthlySales,
    sales: (p) => -p.sales,
    priceUp: (p) => p.worth!,
    priceDown: (p) => -p.worth!,
    new: (p) => -p.createdAt,
  }
  it.each(Object.keys(order) as ListSort[])('gives every product once, in the order %s', async (sort) => {
    const found = await all({ sort })
    const { n } = await database.db
      .selectFrom('products')
      .select(sql<number>`count(*)::int`.as('n'))
      .executeTakeFirstOrThrow()
    expect(new Set(found.map((p) => p.id)).size).toBe(n)
    expect(found.length).toBe(n)
    const inOrder = (those: readonly Product[]) => {
      const keys = those.map(order[sort])
      expect(keys).toEqual(keys.toSorted(byId))
    }
    if (!orderableFirst(sort)) return inOrder(found)
    const first = found.findIndex(comesLast)
    expect(first).toBeGreaterThan(0)
    expect(found.slice(first).every(comesLast)).toBe(true)
    inOrder(found.slice(0, first))
    inOrder(found.slice(first))
  })

  it('loses and repeats nothing when equals stand across two pages, or time is finer than a millisecond', async () => {
    await database.db
      .transaction()
      .execute(async (tx) => {
        await sql`update products set stock = id % 7, minimum = 1, multiple = 1, monthly_sales = 5, created_at = timestamptz '2026-01-01 00:00:00' + id * interval '1 microsecond'`.execute(
          tx,
        )
        const inside: Call = { ...call, db: tx }
        for (const sort of ['all', 'new'] as const) {
          const ids: number[] = []
          for (let after: string | null | undefined; after !== null;) {
            const answer = await catalogueHandlers['catalogue.products'](inside, {
              sort,
              ...(after === undefined ? {} : { after }),
            })
            if (answer.kind !== 'accepted') throw new Error(answer.kind)
            // Products that cannot be ordered come last, as if their ids were lower.
            ids.push(...answer.data.products.map((p) => (comesLast(p) ? p.id - BEFORE : p.id)))
            after = answer.data.next
          }
          expect(ids).toEqual(ids.toSorted((a, b) => b - a))
          expect(new Set(ids).size).toBe(ids.length)
        }
        throw new Error('undo')
      })
      .catch((error: unknown) => {
        if (!(error instanceof Error && error.message === 'undo')) throw error
      })
  })

  it('holds what is below a category, and of a store only its own', async () => {
    const { categories } = await ask('catalogue.categories', {})
    const root = categories.find((c) => c.name.en === 'Fashion')!
    const below = new Set([root.id, ...categories.filter((c) => c.pid === root.id).map((c) => c.id)])
    const found = await all({ categoryId: root.id })
    expect(found.length).toBeGreaterThan(50)
    expect(found.every((p) => below.has(p.categoryId))).toBe(true)
    const own = await all({ storeId: 3, sort: 'new' })
    expect(own.length).toBeGreaterThan(5)
    expect(own.every((p) => p.storeId === 3)).toBe(true)
    expect(await all({ categoryId: 999_999 })).toEqual([])
  })

  it('gives certain products in the order asked, without those that are gone', async () => {
    await database.db.updateTable('products').set({ offered: false }).where('id', '=', 8).execute()
    const page = await ask('catalogue.products', { ids: [9, 8, 2, 9, 999_999, 5], sort: 'priceUp', after: 'ignored' })
    expect([page.products.map((p) => p.id), page.next]).toEqual([[9, 2, 5], null])
    await database.db.updateTable('products').set({ offered: true }).where('id', '=', 8).execute()
  })

  it.each(['x', 'sales.1.1', 'all.zzzzzzzzzzz.1', 'all.1.zzzzzzz', "all.1.1'; drop table products"])(
    'refuses the key %s',
    async (after) => {
      expect(await catalogueHandlers['catalogue.products'](call, { sort: 'all', after })).toEqual({
        kind: 'refused',
        refusal: { reason: 'invalid', params: { path: 'after' } },
      })
    },
  )
})

describe('home', () => {
  it('has twelve of each, no seller too often, and every product and store that it names', async () => {
    const home = await ask('catalogue.home', {})
    const products = new Map(home.products.map((p) => [p.id, p]))
    for (const [list, each, of] of [
      [home.daily, 3, 'categoryId'],
      [home.daily, 3, 'storeId'],
      [home.hot, 3, 'storeId'],
      [home.recommended, 2, 'storeId'],
    ] as const) {
      expect(new Set(list).size).toBe(12)
      const times = new Map<number, number>()
      for (const id of list) times.set(products.get(id)![of], (times.get(products.get(id)![of]) ?? 0) + 1)
      expect(Math.max(...times.values())).toBeLessThanOrEqual(each)
    }
    const stores = new Set(home.stores.map((s) => s.id))
    expect(home.storeIds.length).toBe(8)
    expect([...home.storeIds, ...home.products.map((p) => p.storeId)].every((id) => stores.has(id))).toBe(true)
    expect(home.demo).toBe(true)
  })
})

describe('a product', () => {
  it('comes with its choices, store, reviews and their figures, and others like it', async () => {
    const {
      rows: [most],
    } = await sql<{
      id: number
    }>`select product_id as id from reviews group by 1 order by count(*) desc, 1 limit 1`.execute(database.db)
    const { detail, store, reviews, related } = await ask('catalogue.product', { id: most!.id })
    const { rows } = await sql<{
      rating: number
      pictured: boolean
    }>`select rating, pictures <> '[]' as pictured from reviews where product_id = ${most!.id}`.execute(database.db)
    const times = (is: (r: { rating: number; pictured: boolean }) => boolean): number => rows.filter(is).length
    expect(detail.counts).toEqual({
      withImage: times((r) => r.pictured),
      positive: times((r) => r.rating >= 4),
      medium: times((r) => r.rating === 3),
      negative: times((r) => r.rating <= 2),
    })
    expect([detail.reviewCount, detail.positiveRate]).toEqual([
      rows.length,
      Math.round((100 * detail.counts.positive) / rows.length),
    ])
    expect(detail.ratings).toEqual([1, 2, 3, 4, 5].map((n) => rows.filter((r) => r.rating === n).length))
    expect(store.id).toBe(detail.product.storeId)
    expect(detail.product.choices).toBe(detail.variants.length)
    expect(reviews.map((r) => r.at)).toEqual(reviews.map((r) => r.at).toSorted((a, b) => b - a))
    expect(related.every((p) => p.categoryId === detail.product.categoryId && p.id !== most!.id)).toBe(true)
    expect(Math.max(...[...Map.groupBy(related, (p) => p.storeId).values()].map((of) => of.length))).toBeLessThan(4)
    for (const filter of ['all', 'withImage', 'positive', 'medium', 'negative'] as const) {
      const page = await ask('catalogue.reviews', { id: most!.id, filter })
      expect(page.reviews.length).toBe(filter === 'all' ? rows.length : detail.counts[filter])
    }
  })

  it('that is not there, or no longer sold, is gone', async () => {
    expect(await catalogueHandlers['catalogue.product'](call, { id: 999_999 })).toEqual({
      kind: 'refused',
      refusal: { reason: 'productGone' },
    })
    expect(await catalogueHandlers['catalogue.store'](call, { id: 999_999 })).toEqual({
      kind: 'refused',
      refusal: { reason: 'storeGone' },
    })
  })
})

describe('a store', () => {
  it('is reckoned from records', async () => {
    const { store } = await ask('catalogue.store', { id: 1 })
    const {
      rows: [row],
    } = await sql<{ products: number; sales: number; turnover: number; credit: number; followers: number }>`select
      (select count(*)::int from products where store_id = 1 and active) as products,
      (select sum(sales)::int from products where store_id = 1) as sales,
      (select sum(turnover)::float8 from products where store_id = 1) as turnover,
      (select round(20 * avg(rating))::int from reviews where store_id = 1) as credit,
      (select count(*)::int from follows where store_id = 1 and is_on) as followers`.execute(database.db)
    expect(store).toMatchObject({ name: 'Harbour & Hearth', demo: true, currency: 'USD', ...row })
    expect(store.followers).toBe(1)
  })

  it('is among those that a person follows, the latest first', async () => {
    const user = await database.db
      .selectFrom('users')
      .select(['id', 'email', 'username'])
      .where('email', '=', demoLogins[0]!.email)
      .executeTakeFirstOrThrow()
    const signed: SignedIn = { ...call, user, tokenHash: new Uint8Array(32) }
    const answer = await storeHandlers['user.followedStores'](signed, {})
    if (answer.kind !== 'accepted') throw new Error(answer.kind)
    expect([answer.data.stores.map((s) => s.id), answer.data.next]).toEqual([[1, 7, 16], null])
  })
})
