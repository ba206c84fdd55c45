import { sql } from 'kysely'
import { listSorts, searchSorts } from '#contract/lists/sorts.ts'
import type { ListQuery } from '#localdb/queries/catalogue/lists.ts'
import type { Db } from '#server/db/tables/tables.ts'
import type { Random } from '#server/seed/random.ts'
import { fillSearch, unindexTerms } from '#server/search/fill.ts'
import { setRate } from '#server/rates/operator.ts'

// Random catalogues and lists, rich in cases in which two implementations of one rule may differ: equal values, the
// values at a filter's edge, prices without a rate, empty stocks, times within one millisecond.

const AREAS = ['DE', 'JP', null]
const CURRENCIES = ['USD', 'USD', 'EUR', 'JPY', 'XOF']
const WORDS = ['tea', 'pot', 'glass', 'red', 'cup', 'cotton', 'bag', 'bags', 'lamp', 'shirt', '茶壶', 'حقيبة']

const MARKS = ['brand=Oak', 'brand=Elm', 'Material=a', 'Material=b', 'Material=c=d', 'Colour=a', 'EAN=a', 'odd']

/** The values from which a list can be drawn. */
export interface Drawn {
  storeIds: number[]
  categoryIds: number[]
  worths: number[]
}

/** Replaces a market's catalogue by a random one; `products` is its number of products. XOF has no exchange rate. */
export async function drawCatalogue(db: Db, random: Random, products: number): Promise<Drawn> {
  await sql`truncate stores, products, categories, search_terms cascade`.execute(db)
  for (const [currency, rate] of [
    ['EUR', '1.0835'],
    ['JPY', '0.0067'],
  ] as const)
    await setRate(db, [currency, rate])
  // Each category lies at the root or below an earlier one.
  const categories: { id: number; pid: number; ancestors: number[] }[] = []
  for (let id = 1; id <= 12; id++) {
    const above = random.chance(0.3) ? undefined : categories.at(random.whole(-categories.length, -1))
    categories.push({ id, pid: above?.id ?? 0, ancestors: [id, ...(above?.ancestors ?? [])] })
  }
  await db
    .insertInto('categories')
    .values(
      categories.map(({ id, pid, ancestors }) => ({ id, pid, ancestors, path: String(id), name: '{}', picture: null })),
    )
    .execute()
  const storeIds = [1, 2, 3, 4, 5, 6]
  await db
    .insertInto('stores')
    .values(
      storeIds.map((id) => ({
        id,
        slug: String(id),
        name: `Store ${id}`,
        currency: 'USD',
        logo: null,
        area: random.pick(AREAS),
      })),
    )
    .execute()
  const prices = [0, 1, 99, 100, 100, 100, 101, 5000, random.whole(0, 9_000_000)]
  const begin = Date.UTC(2026, 0, 1) * 1000
  const rows = Array.from({ length: products }, (_, n) => {
    const category = random.pick(categories)
    const price = random.pick(prices)
    return {
      id: n + 1,
      ...someMarks(random),
      store_id: random.pick(storeIds),
      category_id: category.id,
      category_ids: category.ancestors,
      source_id: String(n),
      title: JSON.stringify({ en: random.some(WORDS, random.whole(1, 4)).join(' ') }),
      currency: random.pick(CURRENCIES),
      ladder: JSON.stringify([{ from: 1, price }]),
      price,
      stock: random.pick([0, 0, 1, 500]),
      minimum: random.pick([1, 2, 12, 100]),
      monthly_sales: random.pick([0, 0, 1, 7]),
      sales: random.pick([0, 3, 3, 2_000_000_000]),
      // Microseconds: three days, and times that differ by less than a device's millisecond.
      created_at: begin + random.whole(0, 2) * 86_400_000_000 + random.pick([0, 1, 499, 500, 999, 1000, 1001]),
    }
  })
  await sql`
    insert into products (id, store_id, category_id, category_ids, source_id, title, currency, ladder, price,
      stock, minimum, monthly_sales, sales, created_at, brand, attributes)
    select id, store_id, category_id, array(select jsonb_array_elements_text(category_ids)::int), source_id,
      title::jsonb, currency, ladder::jsonb, price, stock, minimum, monthly_sales, sales,
      timestamptz 'epoch' + created_at * interval '1 microsecond', brand, attributes::jsonb
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x(id int, store_id int, category_id int,
      category_ids jsonb, source_id text, title text, currency text, ladder text, price bigint, stock int,
      minimum int, monthly_sales int, sales int, created_at bigint, brand text, attributes text)`.execute(db)
  await fillSearch(db)
  const withdrawn = rows.filter(() => random.chance(0.1)).map((row) => row.source_id)
  await db.transaction().execute(async (tx) => {
    await unindexTerms(tx, withdrawn)
    await tx.updateTable('products').set({ offered: false, tokens: null }).where('source_id', 'in', withdrawn).execute()
  })
  const worths = await db.selectFrom('products').select('worth').distinct().where('worth', 'is not', null).execute()
  return {
    storeIds: [...storeIds, 99],
    categoryIds: [...categories.map((c) => c.id), 99],
    worths: worths.map((row) => row.worth!),
  }
}

const someMarks = (random: Random): { brand: string | null; attributes: string } => {
  const all = ['Material', 'Colour', 'EAN'].map((name) => ({ name, value: random.pick(['a', 'b', 'c=d']) }))
  const attributes = JSON.stringify(random.some(all, random.whole(0, 3)))
  return { brand: random.pick(['Oak', 'Elm', null]), attributes }
}

/** Draws a query for a list, or for the results of a search for some words. */
export function drawList(random: Random, { storeIds, categoryIds, worths }: Drawn, search: boolean): ListQuery {
  const maybe = <T>(probability: number, value: () => T): T | undefined =>
    random.chance(probability) ? value() : undefined
  const price = (): number => Math.max(0, random.pick(worths) + random.pick([-1, 0, 0, 1]))
  const query: ListQuery = {
    sort: random.pick(search ? searchSorts : listSorts),
    query: search ? random.some(WORDS, random.whole(1, 3)).join(' ') : undefined,
    storeId: maybe(0.3, () => random.pick(storeIds)),
    categoryId: maybe(0.4, () => random.pick(categoryIds)),
    priceFrom: maybe(0.25, price),
    priceTo: maybe(0.25, price),
    minimum: maybe(0.25, () => random.pick([1, 2, 11, 12, 13, 100, 1_000_000])),
    inStock: maybe(0.25, () => true),
    area: maybe(0.25, () => random.pick(['DE', 'JP', 'FR'])),
    marks: maybe(0.3, () => random.some(MARKS, random.whole(1, 3))),
  }
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined)) as unknown as ListQuery
}
