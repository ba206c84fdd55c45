import { beforeEach, describe, expect, it } from 'vitest'
import type { Category, Product, Store } from '#contract/schema/catalogue.ts'
import { passes } from '#contract/rules/list-filter.ts'
import { searchSorts } from '#contract/rules/list-sorts.ts'
import {
  fields,
  idf,
  isHit,
  norm,
  queryWords,
  scoreOf,
  expansions,
  titleLength,
  weightOfMask,
} from '#contract/rules/search-rank.ts'
import { searchTokens } from '#contract/rules/search-tokens.ts'
import { openCatalogueDb, openUserDb, type CatalogueDb } from '#localdb/open.ts'
import { stored } from '#localdb/queries/stored.ts'
import { newIdb } from '../../tests/support/fake-idb.ts'
import { searchGoods, searchTable } from '../../tests/support/search-table.ts'
import { newDevice, type TestDevice } from '../../tests/support/world.ts'
import type { DeviceFound, DeviceQuery } from '../api.ts'
import { markDeleted, openPart, type Part } from './open-segment.ts'
import { mergeStored, noteSizes, readTree, renewOutdated, storeUnindexed } from './maintenance.ts'

const silent = { fetch: () => Promise.reject<Response>(new TypeError('no network')) }
const categories: Category[] = [
  { id: 1, pid: 0, name: { en: 'House' }, picture: null, sort: 1 },
  { id: 2, pid: 1, name: { en: 'Kitchen' }, picture: null, sort: 2 },
  { id: 3, pid: 0, name: { en: 'Office' }, picture: null, sort: 3 },
]
const product = (id: number, title: Product['title'], more: Partial<Product> = {}): Product => ({
  id,
  storeId: 1,
  categoryId: 2,
  title,
  picture: null,
  currency: 'USD',
  ladder: [{ from: 1, price: 500 }],
  minimum: 1,
  multiple: 1,
  stock: 5,
  choices: 0,
  monthlySales: 0,
  sales: 0,
  createdAt: id,
  brand: null,
  codes: [],
  worth: 500,
  rev: 1,
  ...more,
})
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

/** Whether a product is within what narrows a search. */
const isWithin = (p: Product, stores: ReadonlyMap<number, Store>, q: DeviceQuery): boolean =>
  (q.storeId === undefined || p.storeId === q.storeId) &&
  (q.categoryId === undefined ||
    [p.categoryId, ...categories.filter((c) => c.id === p.categoryId).map((c) => c.pid)].includes(q.categoryId)) &&
  passes(p, stores.get(p.storeId), q)

/** The rule word for word, over the rows themselves: nothing packed, nothing kept. */
function byTheRule(products: readonly Product[], stores: ReadonlyMap<number, Store>, q: DeviceQuery): number[] {
  const name = (id: number): string[] => Object.values(categories.find((c) => c.id === id)?.name ?? {})
  const above = (id: number): string[] => {
    const pid = categories.find((c) => c.id === id)?.pid ?? 0
    return pid ? [...name(pid), ...above(pid)] : []
  }
  const masks = new Map(
    products.map((p) => {
      const mask = new Map<string, number>()
      for (const [field, texts] of [
        [fields.title, Object.values(p.title)],
        [fields.codes, [p.brand ?? '', ...(p.codes ?? [])]],
        [fields.leaf, name(p.categoryId)],
        [fields.above, above(p.categoryId)],
      ] as const) {
        for (const token of texts.flatMap((text) => searchTokens(text))) mask.set(token, (mask.get(token) ?? 0) | field)
      }
      return [p.id, mask] as const
    }),
  )
  const having = (token: string): number => [...masks.values()].filter((mask) => mask.has(token)).length
  const all = [...new Set([...masks.values()].flatMap((mask) => [...mask.keys()]))]
  const words = queryWords(q.query)
    .map((word) =>
      expansions(word, {
        having,
        beginning: (s) => all.filter((t) => t.startsWith(s)),
        containing: (c) => all.filter((t) => t.includes(c)),
      }),
    )
    .filter((s) => s.length > 0)
  const hits = products
    .flatMap((p) => {
      let matched = 0
      let sum = 0
      for (const tokens of words) {
        const best = Math.max(
          0,
          ...tokens.map(({ token, factor }) => factor * weightOfMask[masks.get(p.id)!.get(token) ?? 0]!),
        )
        if (best === 0) continue
        matched++
        sum +=
          idf(products.length, Math.max(...tokens.map(({ token }) => having(token)))) *
          best *
          norm(titleLength(p.title))
      }
      return isHit(matched, words.length) ? [{ p, matched, score: scoreOf(sum) }] : []
    })
    .filter(({ p }) => isWithin(p, stores, q))
  const most = Math.max(0, ...hits.map((h) => h.matched))
  const sort = q.sort ?? 'best'
  const value = ({ p, score }: (typeof hits)[number]): number =>
    ({
      best: score,
      sales: p.sales,
      new: p.createdAt,
      priceUp: -(p.worth ?? Infinity),
      priceDown: p.worth ?? -Infinity,
    })[sort]
  return hits
    .filter((h) => sort === 'best' || h.matched === most)
    .sort(
      (a, b) =>
        b.matched - a.matched ||
        value(b) - value(a) ||
        (sort === 'best' ? b.p.monthlySales - a.p.monthlySales || b.p.sales - a.p.sales : 0) ||
        (sort === 'priceUp' ? a.p.id - b.p.id : b.p.id - a.p.id),
    )
    .map((h) => h.p.id)
}

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

describe('what is stored of the index', () => {
  const yieldTurn = () => Promise.resolve()
  let db: CatalogueDb
  beforeEach(async () => {
    db = await openCatalogueDb(newIdb())
    return () => db.close()
  })
  const parts = async (): Promise<Part[]> => {
    const open = (await db.segments.toArray()).map(openPart)
    markDeleted(open)
    return open
  }
  const living = async (): Promise<number[]> =>
    (await parts()).flatMap(({ row, dead }) => [...row.id].filter((_, doc) => !dead[doc])).sort((a, b) => a - b)

  it('speaks of every product once, however many parts were merged', async () => {
    const tree = await readTree(db)
    for (let n = 0; n < 30; n++) {
      await db.products.bulkPut(
        Array.from({ length: 20 }, (_, i) => product(1 + ((n * 7 + i) % 100), { en: `Thing ${n} of ${i}` })),
      )
      if (n % 3 === 0) await db.products.bulkDelete([1 + (n % 100), 50])
      await storeUnindexed(db, tree)
      await mergeStored(db, () => Promise.resolve())
      expect(await db.segments.count()).toBeLessThanOrEqual(6)
      expect(await living()).toEqual(
        ((await db.products.toCollection().primaryKeys()) as number[]).sort((a, b) => a - b),
      )
    }
    for (const { row, terms } of await parts()) {
      expect(terms).toEqual([...terms].sort())
      expect(row.postings.length).toBe(row.starts.at(-1))
    }
  })

  it('has its size noted, so that nobody has to load it to say how large it is', async () => {
    const user = await openUserDb('me', newIdb())
    const loaded = (): never => {
      throw new Error('the index was loaded')
    }
    const segments = new Proxy(db.segments, {
      get: (table, name) =>
        ['each', 'toArray', 'get', 'bulkGet'].includes(String(name)) ? loaded : (Reflect.get(table, name) as unknown),
    })
    const told = async () =>
      (
        await stored({
          user,
          catalogue: new Proxy(db, {
            get: (of, name) => (name === 'segments' ? segments : (Reflect.get(of, name) as unknown)),
          }),
        })
      ).search
    expect(await told()).toEqual({ products: 0, bytes: 0 })
    const tree = await readTree(db)
    for (let n = 0; n < 9; n++) {
      await db.products.bulkPut(Array.from({ length: 5 + n }, (_, i) => product(n * 100 + i, { en: `Thing ${n}` })))
      await storeUnindexed(db, tree)
      await mergeStored(db, yieldTurn)
      await noteSizes(db)
      const rows = await db.segments.toArray()
      expect((await told()).products).toBe(rows.reduce((sum, row) => sum + row.id.length, 0))
      expect((await told()).bytes).toBe(
        rows.reduce(
          (sum, row) =>
            sum +
            Object.values(row).reduce<number>(
              (all, column: unknown) =>
                all + (ArrayBuffer.isView(column) ? column.byteLength : typeof column === 'string' ? column.length : 0),
              0,
            ),
          0,
        ),
      )
    }
    await db.segments.clear()
    expect(await told()).toEqual({ products: 0, bytes: 0 })
    user.close()
  })

  it('does not speak twice of what was written again, when a large part made in between is not merged', async () => {
    const tree = await readTree(db)
    const write = async (ids: number[], title: string): Promise<void> => {
      await db.products.bulkPut(ids.map((id) => product(id, { en: title })))
      await storeUnindexed(db, tree)
    }
    await write([901], 'before')
    await write(
      Array.from({ length: 200 }, (_, i) => i + 1),
      'large',
    )
    await db.products.delete(7)
    for (const id of [1, 2, 3, 901, 4]) await write([id], 'again')
    const kept = (await db.segments.toArray())[1]!
    await mergeStored(db, yieldTurn)
    expect((await db.segments.toArray()).map((row) => row.seq)).toEqual([kept.seq, 8])
    expect(await living()).toEqual([...Array.from({ length: 200 }, (_, i) => i + 1).filter((id) => id !== 7), 901])
    const [large, merged] = await parts()
    expect([large!.alive, [...merged!.row.ids].sort((a, b) => a - b)]).toEqual([195, [1, 2, 3, 4, 7, 901]])
  })

  it('is made anew when the names of categories change, and for rows from before there was an index', async () => {
    await db.products.bulkPut([product(1, { en: 'Pan' }), product(2, { en: 'Pot' })])
    await db.unindexed.clear()
    await renewOutdated(db, await readTree(db), yieldTurn)
    expect(await db.unindexed.count()).toBe(2)
    await storeUnindexed(db, await readTree(db))
    await db.categories.bulkPut(categories)
    const tree = await readTree(db)
    await db.products.delete(2)
    await storeUnindexed(db, tree)
    await renewOutdated(db, tree, yieldTurn)
    expect((await parts()).map(({ row, terms }) => [row.signature, terms.includes('kitchen')])).toEqual([
      [tree.signature, false],
      [tree.signature, true],
    ])
    expect([await living(), await db.unindexed.count()]).toEqual([[1], 0])
    await renewOutdated(db, tree, yieldTurn)
    expect(await db.segments.count()).toBe(2)
  })

  it('notes what is written and deleted in the very transaction, or not at all', async () => {
    await db.products.bulkPut([product(1, { en: 'Pan' }), product(2, { en: 'Pot' })])
    await storeUnindexed(db, await readTree(db))
    await expect(
      db.transaction('rw', [db.products], async () => {
        await db.products.put(product(3, { en: 'Cup' }))
        throw new Error('the process died')
      }),
    ).rejects.toThrow('died')
    expect(await db.unindexed.count()).toBe(0)
    await db.products.where('id').above(1).delete()
    expect(await db.unindexed.toArray()).toEqual([{ id: 2 }])
    await db.products.clear()
    expect(await db.unindexed.count()).toBe(2)
  })
})
