import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { passes } from '#contract/catalogue/filter.ts'
import { endpoints } from '#contract/endpoints.ts'
import type { Output } from '#contract/registry.ts'
import { collectionOf } from '#contract/search/match.ts'
import { idf, isHit, norm, queryWords, scoreOf, expansions, titleLength, weightOfMask } from '#contract/search/rank.ts'
import { searchTokens } from '#contract/search/tokens.ts'
import { seedIfEmpty } from '../seed/demo.ts'
import { openTestMarket, type TestMarket } from '../../tests/support/market/market.ts'
import { catalogueTransaction } from '../feed/catalogue-feed.ts'
import { fillSearch } from './fill.ts'

type Found = Output<'search.products'>
type Product = Found['products'][number]

let market: TestMarket
let everything: Product[]
let categories: Map<number, { pid: number; name: Record<string, string> }>
let areas: Map<number, string | null | undefined>
beforeAll(async () => {
  market = await openTestMarket()
  await seedIfEmpty(market.db, { dataDir: undefined, progress: () => undefined })
  everything = []
  for (let after: string | null | undefined; after !== null;) {
    const { data } = await market.call('/api/index/pro', after === undefined ? {} : { after })
    const page = data as Output<'catalogue.products'>
    everything.push(...page.products)
    after = page.next
  }
  categories = new Map(
    ((await market.call('/api/index/category', {})).data as Output<'catalogue.categories'>).categories.map((c) => [
      c.id,
      c,
    ]),
  )
  areas = new Map((await market.db.selectFrom('stores').select(['id', 'area']).execute()).map((s) => [s.id, s.area]))
})
afterAll(() => market.close())

async function search(input: object): Promise<Found> {
  const answer = await market.call('/api/index/search_pro', input)
  expect(answer.code, JSON.stringify(input)).toBe(1)
  return endpoints['search.products'].output.parse(answer.data)
}
async function all(input: object, pages = 100): Promise<number[]> {
  const ids: number[] = []
  for (let after: string | null | undefined; after !== null && pages > 0; pages--) {
    const page = await search({ ...input, ...(after === undefined ? {} : { after }) })
    ids.push(...page.ids)
    after = page.next
  }
  return ids
}

/** The rule once more, in the plainest way: every document is looked at. */
function plainly(query: string): { id: number; matched: number; score: number }[] {
  const documents = everything.map((p) => {
    const masks = new Map<string, number>()
    const put = (bit: number, texts: string[]): void => {
      for (const t of searchTokens(texts.join(' \n '))) masks.set(t, (masks.get(t) ?? 0) | bit)
    }
    const leaf = categories.get(p.categoryId)!
    const above: string[] = []
    for (let c = categories.get(leaf.pid); c; c = categories.get(c.pid)) above.push(...Object.values(c.name))
    put(1, Object.values(p.title))
    put(2, [p.brand ?? '', ...p.codes!])
    put(4, Object.values(leaf.name))
    put(8, above)
    return { p, masks, norm: norm(titleLength(p.title)) }
  })
  const counts = new Map<string, number>()
  for (const d of documents) for (const token of d.masks.keys()) counts.set(token, (counts.get(token) ?? 0) + 1)
  const collection = collectionOf(documents.length, counts)
  const words = queryWords(query)
    .map((word) => expansions(word, collection))
    .filter((s) => s.length > 0)
  return documents
    .map(({ p, masks, norm: n }) => {
      const matches = words.map(
        (stands) =>
          idf(documents.length, Math.max(...stands.map((s) => counts.get(s.token)!))) *
          Math.max(0, ...stands.map((s) => s.factor * weightOfMask[masks.get(s.token) ?? 0]!)) *
          n,
      )
      return { p, matched: matches.filter((m) => m > 0).length, score: scoreOf(matches.reduce((a, b) => a + b, 0)) }
    })
    .filter((h) => isHit(h.matched, words.length))
    .sort(
      (a, b) =>
        b.matched - a.matched ||
        b.score - a.score ||
        b.p.monthlySales - a.p.monthlySales ||
        b.p.sales - a.p.sales ||
        b.p.id - a.p.id,
    )
    .map(({ p, matched, score }) => ({ id: p.id, matched, score }))
}

const queries = [
  'tea',
  'teapot glass',
  'shirt',
  'running shoes',
  'cott',
  'umbrela',
  'Leinen',
  '茶',
  '茶壶',
  'حقيبة',
  'الشاي',
  'kitchen',
  'set of 6',
  'wooden toy blocks set for kids red',
  'bags',
]

describe('a search', () => {
  it.each(queries)('finds by the rule and in its order: %s', async (query) => {
    const expected = plainly(query)
    expect(await all({ query })).toEqual(expected.map((h) => h.id))
  })

  it("by a product's code finds it first", async () => {
    for (const p of everything.slice(0, 20))
      expect((await search({ query: p.codes!.find((c) => /^\d{13}$/.test(c))! })).ids[0]).toBe(p.id)
  })

  it('in another order gives what matches most words, each once, in that order; narrowed, only what passes', async () => {
    const product = new Map(everything.map((p) => [p.id, p]))
    const order = {
      sales: (p: Product) => -p.sales,
      priceUp: (p: Product) => p.worth!,
      priceDown: (p: Product) => -p.worth!,
      new: (p: Product) => -p.createdAt,
    }
    for (const query of ['tea set', 'kitchen', 'shirt']) {
      const hits = plainly(query)
      for (const [sort, value] of Object.entries(order)) {
        const ids = await all({ query, sort })
        expect(ids.toSorted((a, b) => a - b)).toEqual(
          hits
            .filter((h) => h.matched === hits[0]!.matched)
            .map((h) => h.id)
            .toSorted((a, b) => a - b),
        )
        const values = ids.map((id) => value(product.get(id)!))
        expect(values).toEqual(values.toSorted((a, b) => a - b))
      }
      for (const filter of [
        { inStock: true, priceTo: 2000 },
        { minimum: 6, area: 'US' },
        { priceFrom: 500, priceTo: 5000 },
      ]) {
        expect(await all({ query, ...filter })).toEqual(
          hits
            .map((h) => h.id)
            .filter((id) => passes(product.get(id)!, { area: areas.get(product.get(id)!.storeId) }, filter)),
        )
      }
    }
  })

  it('stays within a store or category, with those below it', async () => {
    const hits = plainly('set').map((h) => everything.find((p) => p.id === h.id)!)
    expect(await all({ query: 'set', storeId: 1 })).toEqual(hits.filter((p) => p.storeId === 1).map((p) => p.id))
    const [root] = [...categories].find(([, c]) => c.name.en === 'Fashion')!
    const below = plainly('cotton')
      .map((h) => everything.find((p) => p.id === h.id)!)
      .filter((p) => p.categoryId === root || categories.get(p.categoryId)!.pid === root)
    expect(below.length).toBeGreaterThan(0)
    expect(await all({ query: 'cotton', categoryId: root })).toEqual(below.map((p) => p.id))
  })

  it('says on its first page where it leads, and brings every row that it names', async () => {
    const page = await search({ query: 'tea' })
    const rows = new Set(page.products.map((p) => p.id))
    expect([...page.ids, ...page.related].every((id) => rows.has(id))).toBe(true)
    expect(new Set(page.stores.map((s) => s.id))).toEqual(
      new Set(page.products.filter((p) => page.ids.includes(p.id)).map((p) => p.storeId)),
    )
    const hits = new Set(plainly('tea').map((h) => h.id))
    const best = everything.find((p) => p.id === page.ids[0])!
    expect(page.related.length).toBeGreaterThan(0)
    expect(
      page.related.every((id) => !hits.has(id) && everything.find((p) => p.id === id)!.categoryId === best.categoryId),
    ).toBe(true)
    const ahead = plainly('tea')
      .slice(0, 60)
      .map((h) => everything.find((p) => p.id === h.id)!)
    for (const [ids, of] of [
      [page.categoryIds, 'categoryId'],
      [page.storeIds, 'storeId'],
    ] as const) {
      const counts = [...Map.groupBy(ahead, (p) => p[of])].toSorted((a, b) => b[1].length - a[1].length)
      expect(ids).toEqual(counts.slice(0, 6).map(([id]) => id))
    }
    // Enough was found.
    const full = await search({ query: 'set' })
    expect(full.related).toEqual([])
    const next = await search({ query: 'set', after: full.next })
    expect([next.categoryIds, next.storeIds, next.related]).toEqual([[], [], []])
  })

  it('is answered by ids alone when asked to be brief', async () => {
    for (const query of ['tea', 'set']) {
      const whole = await search({ query })
      expect(await search({ query, brief: true })).toEqual({ ...whole, products: [], stores: [] })
    }
  })

  it('follows the catalogue: what is withdrawn is not found, what comes is', async () => {
    const { ids } = await search({ query: 'umbrella' })
    await catalogueTransaction(market.db, ({ tx, rev }) =>
      tx.updateTable('products').set({ offered: false, rev }).where('id', '=', ids[0]!).execute(),
    )
    expect((await search({ query: 'umbrella' })).ids).not.toContain(ids[0])
    await catalogueTransaction(market.db, ({ tx, rev }) =>
      tx.updateTable('products').set({ offered: true, rev }).where('id', '=', ids[0]!).execute(),
    )
    expect((await search({ query: 'umbrella' })).ids[0]).toBe(ids[0])
    const fresh = await market.products(3)
    expect((await search({ query: 'thing' })).ids).not.toContain(fresh.ids[0])
    await fillSearch(market.db)
    expect((await search({ query: 'thing' })).ids).toEqual(expect.arrayContaining(fresh.ids))
  })
})

describe('stores', () => {
  const stores = async (query: string, after?: string) =>
    (await market.call('/api/index/search_shop', { query, ...(after === undefined ? {} : { after }) }))
      .data as Output<'search.stores'>
  it('are found by their name first, then by what they sell', async () => {
    const found = await stores('paper')
    expect(found.stores[0]!.name).toBe('Paper Lantern Trading')
    expect(found.stores.length).toBeGreaterThan(1)
    expect((await stores('harbor hearth')).stores[0]!.name).toBe('Harbour & Hearth')
    expect((await stores('copp')).stores[0]!.name).toBe('Copper Kettle Audio')
    expect((await stores('guitar')).stores.map((s) => s.name)).toContain('Crescendo Music House')
    expect((await stores('qqxxzz')).stores).toEqual([])
  })

  it('are paged by key, each once', async () => {
    await catalogueTransaction(market.db, async ({ tx, rev }) => {
      for (let i = 0; i < 30; i++)
        await tx
          .insertInto('stores')
          .values({ slug: `many-${i}`, name: `Zanzibar ${i}`, currency: 'USD', logo: null, rev })
          .execute()
    })
    const first = await stores('zanzibar')
    const second = await stores('zanzibar', first.next!)
    expect([
      first.stores.length,
      second.stores.length,
      second.next,
      new Set([...first.stores, ...second.stores].map((s) => s.id)).size,
    ]).toEqual([20, 10, null, 30])
  })

  it('that are renamed are found by their new name', async () => {
    await catalogueTransaction(market.db, ({ tx, rev }) =>
      tx.updateTable('stores').set({ name: 'Quokka Goods', rev }).where('id', '=', 3).execute(),
    )
    expect((await stores('quokka')).stores.map((s) => s.id)).toEqual([3])
  })
})
