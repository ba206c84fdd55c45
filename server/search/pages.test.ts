import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Output } from '#contract/registry.ts'
import { openTestMarket, type TestMarket } from '../../tests/support/market/market.ts'
import { fillSearch } from './fill.ts'

// More hits than are looked at for one page: what is left out must never be missed.

const MANY = 900
let market: TestMarket
let rows: { id: number; words: number; sold: number; price: number; category_id: number }[]
beforeAll(async () => {
  market = await openTestMarket()
  // Their lists of postings lie in two pieces.
  await sql`select setval(pg_get_serial_sequence('products', 'id'), 3700)`.execute(market.db)
  await market.products(MANY)
  await sql`update products set title = json_build_object('en', 'Gadget q' || id || coalesce((select string_agg(' v' || n, '') from generate_series(1, (id * 7919) % 40) n), '')), monthly_sales = (id * 31) % 4, sales = 1, price = id, ladder = json_build_array(json_build_object('from', 1, 'price', id))`.execute(
    market.db,
  )
  await fillSearch(market.db)
  rows = (
    await sql<
      (typeof rows)[number]
    >`select id, title_words as words, monthly_sales as sold, price, category_id from products order by title_words, monthly_sales desc, id desc`.execute(
      market.db,
    )
  ).rows
})
afterAll(() => market.close())

async function pages(input: object): Promise<Output<'search.products'>[]> {
  const all: Output<'search.products'>[] = []
  for (let after: string | null | undefined; after !== null;) {
    const page = (
      await market.call('/api/index/search_pro', {
        query: 'gadget',
        ...input,
        ...(after === undefined ? {} : { after }),
      })
    ).data as Output<'search.products'>
    all.push(page)
    after = page.next
  }
  return all
}

it('all hits come once, in their order, to the last page', async () => {
  expect(new Set(rows.map((r) => r.words)).size).toBeGreaterThan(30)
  const all = await pages({})
  expect(all.flatMap((p) => p.ids)).toEqual(rows.map((r) => r.id))
  expect(all[0]!.related).toEqual([])
})

it.each([{ priceTo: 20 }, { priceFrom: 890 }, { priceFrom: 400, priceTo: 460 }, { priceTo: 0 }])(
  'also when most of the best do not pass: %j',
  async (filter) => {
    const all = await pages(filter)
    const passing = rows.filter((r) => r.price >= (filter.priceFrom ?? 0) && r.price <= (filter.priceTo ?? Infinity))
    expect(all.flatMap((p) => p.ids)).toEqual(passing.map((r) => r.id))
    expect(all[0]!.categoryIds).toEqual([...new Set(passing.map((r) => r.category_id))])
  },
)

it('in another order, what matches the most words of those that pass', async () => {
  const [one] = rows
  const all = await pages({
    query: `gadget q${one!.id}`,
    sort: 'priceUp',
    priceFrom: one!.price + 1,
    priceTo: one!.price + 50,
  })
  expect(all.flatMap((p) => p.ids)).toEqual(
    rows
      .map((r) => r.price)
      .filter((p) => p > one!.price && p <= one!.price + 50)
      .toSorted((a, b) => a - b),
  )
})
