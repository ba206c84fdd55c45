import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import type { Output } from '#contract/registry.ts'
import type { CatalogueDb } from '#localdb/open.ts'
import { facetsHere } from '#localdb/queries/catalogue/facets.ts'
import { keptProducts, type ListQuery } from '#localdb/queries/catalogue/lists.ts'
import type { Readers } from '#localdb/read.ts'
import { seededRandom, type Random } from '#server/seed/random.ts'
import { productList } from '#server/catalogue/list.ts'
import { facetList } from '#server/search/facets.ts'
import { searchProducts } from '#server/search/products.ts'
import type { Call } from '#server/http/handlers.ts'
import { openTestMarket, type TestMarket } from '../../support/market/market.ts'
import { drawCatalogue, drawList } from '../../support/catalogue/random-catalogue.ts'
import { newDevice, until } from '../../support/device/world.ts'

// A list of products is one rule with two programs: SQL at the server, and indexes on the device. Random lists over
// random catalogues hold them together: the same products in the same order, page by page. A device that has the whole
// catalogue answers by IndexedDB (lists) and by its packed index (searches).
//
//   LISTS=100000 SEED=7 … vitest run --project laws tests/laws/contract/lists-agree.test.ts

/** A sample; `npm run test:all` draws 10,000. */
const LISTS = Number(process.env['LISTS'] ?? 2_000)
const SEED = Number(process.env['SEED'] ?? randomInt(2 ** 31))
const PRODUCTS = 200
/** The number of lists over one catalogue; one in SEARCHES of them is a search. */
const EACH = 1000
const SEARCHES = 8
/** The number of lists asked for at a time. */
const BATCH = 25

let market: TestMarket
let call: Call
beforeAll(async () => {
  market = await openTestMarket()
  call = { db: market.db, user: null, tokenHash: null, device: '', language: 'en', from: 'test', now: () => 0 }
})
afterAll(() => market.close())

type Page = Pick<Output<'catalogue.products'>, 'ids' | 'next'>

async function page(query: ListQuery, after: string | null | undefined): Promise<Page> {
  const input = { ...query, brief: true, ...(after ? { after } : {}) }
  const answer =
    query.query === undefined
      ? await productList(call, endpoints['catalogue.products'].input.parse(input))
      : await searchProducts(call, endpoints['search.products'].input.parse(input))
  if (answer.kind !== 'accepted') throw new Error(JSON.stringify(answer))
  return answer.data
}

/** The list's first pages at the server, one to all of them. */
async function atServer(query: ListQuery, pages: number): Promise<Page> {
  const ids: number[] = []
  let next: string | null | undefined
  for (let nth = 0; nth < pages && next !== null; nth++) {
    const answer = await page(query, next)
    ids.push(...answer.ids)
    next = answer.next
  }
  return { ids, next: next! }
}

/** Gives a device the whole catalogue, as the server's lists tell it. */
async function copyCatalogue(db: CatalogueDb): Promise<number> {
  const { categories } = (await market.call('/api/index/category', {})).data as Output<'catalogue.categories'>
  await db.categories.bulkPut(categories)
  for (let after: string | null | undefined; after !== null;) {
    const answer = await productList(
      call,
      endpoints['catalogue.products'].input.parse(after === undefined ? {} : { after }),
    )
    if (answer.kind !== 'accepted') throw new Error(answer.kind)
    const { products, stores, next } = endpoints['catalogue.products'].output.parse(answer.data)
    await db.products.bulkPut(products)
    await db.stores.bulkPut(stores)
    after = next
  }
  return db.products.count()
}

async function oneCatalogue(random: Random, lists: number): Promise<void> {
  const drawn = await drawCatalogue(market.db, random, PRODUCTS)
  const device = newDevice(market)
  const catalogue = await device.catalogueDb()
  const total = await copyCatalogue(catalogue)
  const tab = device.tab()
  const search = async (query: ListQuery, limit: number) => {
    const outcome = await tab.call('search.device', { ...query, query: query.query!, limit } as never)
    if (outcome.kind !== 'accepted') throw new Error(JSON.stringify(outcome))
    return outcome.data
  }
  await until('all is in its index', async () => (await search({ query: 'tea', sort: 'best' }, 1)).searched === total)
  const onDevice = async (query: ListQuery, limit: number): Promise<number[]> =>
    query.query === undefined
      ? (await keptProducts({ catalogue }, query, limit)).map((p) => p.id)
      : (await search(query, limit)).ids

  for (let done = 0; done < lists; done += BATCH)
    await Promise.all(
      Array.from({ length: Math.min(BATCH, lists - done) }, (_, n) => {
        const query = drawList(random, drawn, (done + n) % SEARCHES === 0)
        const pages = random.pick([1, 1, 2, 3, Infinity])
        return compare(query, pages, onDevice)
      }),
    )
  catalogue.close()
  await device.end()
}

async function compare(
  query: ListQuery,
  pages: number,
  onDevice: (query: ListQuery, limit: number) => Promise<number[]>,
): Promise<void> {
  const { ids, next } = await atServer(query, pages)
  // Where the server's list has ended, so has the device's.
  const own = await onDevice(query, next === null ? ids.length + 10 : ids.length)
  expect({ query, ids: own }, `SEED=${SEED}`).toEqual({ query, ids })
}

it('device and server agree on what random lists can be narrowed by, and on how many each value leaves', async () => {
  const random = seededRandom(SEED + 1)
  const drawn = await drawCatalogue(market.db, random, PRODUCTS)
  const device = newDevice(market)
  const catalogue = await device.catalogueDb()
  await copyCatalogue(catalogue)
  let narrowing = 0
  for (let n = 0; n < 200; n++) {
    const { sort: _sort, ...query } = drawList(random, drawn, false)
    const answer = await facetList(call, endpoints['search.facets'].input.parse(query))
    if (answer.kind !== 'accepted') throw new Error(JSON.stringify(answer))
    const own = await facetsHere({ catalogue } as unknown as Readers, { ...query, sort: 'all' }, undefined)
    expect({ query, ...own }, `SEED=${SEED}`).toEqual({ query, ...answer.data })
    narrowing += own.facets.length
  }
  expect(narrowing).toBeGreaterThan(100)
  catalogue.close()
  await device.end()
})

it.each(Array.from({ length: Math.ceil(LISTS / EACH) }, (_, n) => SEED + n))(
  `device and server agree on ${EACH} random lists over one catalogue (LISTS=${EACH} SEED=%i)`,
  async (seed) => oneCatalogue(seededRandom(seed), EACH),
)
