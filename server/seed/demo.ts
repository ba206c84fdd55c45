import { sql } from 'kysely'
import { withDeal } from '#contract/prices/deals.ts'
import type { TransitDays } from '#contract/shipping/terms.ts'
import { catalogueTransaction } from '../feed/catalogue-feed.ts'
import { drawnPicture } from '../pictures/recipe.ts'
import { indexTerms } from '../search/fill.ts'
import { codesOf, searchColumns } from '../search/vector.ts'
import { continueIds, insertRows } from '../db/insert-rows.ts'
import type { Db, Tx } from '../db/tables/tables.ts'
import { seedBuyers } from './buyers.ts'
import { makeGoods, type Good } from './goods.ts'
import { makeOpinions } from './opinions.ts'
import { seededRandom } from './random.ts'
import { seedSite } from './site.ts'
import { readTexts, type SeedCategory, type SeedTexts } from './read-texts.ts'

const SEED = 20_240_229

export interface SeedOptions {
  dataDir: string | undefined
  progress: (text: string, done: number, total: number) => void
}

interface CategoryRow {
  id: number
  pid: number
  path: string
  name: SeedCategory['name']
  picture: string
  sort: number
  ancestors: number[]
}

/** The demo market's own rates, which follow no real market. */
const RATES = [
  { currency: 'EUR', numerator: 27, denominator: 25, fixed: true },
  { currency: 'ETH', numerator: 3_000, denominator: 1, fixed: true },
  { currency: 'BTC', numerator: 90_000, denominator: 1, fixed: true },
]

/** The categories with their numbers, those above before those below, by key. */
function categoryRows(categories: readonly SeedCategory[]): Map<string, CategoryRow> {
  const rows = new Map<string, CategoryRow>()
  for (const [i, category] of categories.entries()) {
    const above = rows.get(category.parent)
    const id = i + 1
    rows.set(category.key, {
      id,
      pid: above?.id ?? 0,
      path: above ? `${above.path} > ${category.name.en!}` : category.name.en!,
      name: category.name,
      sort: id * 10,
      picture: drawnPicture({ icon: category.icon, arrangement: 'single', style: 'glow', ground: category.ground }).src,
      ancestors: [id, ...(above?.ancestors ?? [])],
    })
  }
  return rows
}

/** Two stores, by their places, ask for a least order: of pieces, and of money. */
const LEAST: Record<number, { pieces?: number; amount?: number }> = { 4: { pieces: 30 }, 7: { amount: 5000 } }

/** Three stores, by their places, state their days to where the demo's people live, and to their own countries. */
const DAYS: Record<number, Record<string, TransitDays>> = {
  0: { US: { least: 2, most: 4 }, DE: { least: 6, most: 9 }, SG: { least: 7, most: 11 } },
  9: { CN: { least: 1, most: 3 }, SG: { least: 3, most: 5 }, DE: { least: 8, most: 12 }, LB: { least: 9, most: 14 } },
  10: { AE: { least: 1, most: 2 }, LB: { least: 3, most: 5 } },
}

async function seedStores(tx: Tx, texts: SeedTexts, rev: number, since: number): Promise<number[]> {
  const rows = texts.stores.map((store, i) => ({
    id: i + 1,
    slug: `demo-${i + 1}`,
    name: store.name,
    area: store.area,
    currency: store.currency,
    shipping: store.shipping,
    least_pieces: LEAST[i]?.pieces ?? null,
    least_amount: LEAST[i]?.amount ?? null,
    tax_basis_points: store.tax,
    demo: true,
    rev,
    logo: drawnPicture({
      icon: store.icon,
      arrangement: 'badge',
      style: 'slant',
      ground: store.ground,
      paint: store.paint,
    }),
    created_at: new Date(since).toISOString(),
  }))
  await insertRows(
    tx,
    'stores',
    {
      id: 'int',
      slug: 'text',
      name: 'text',
      area: 'text',
      logo: 'jsonb',
      currency: 'text',
      shipping: 'bigint',
      tax_basis_points: 'int',
      least_pieces: 'int',
      least_amount: 'bigint',
      demo: 'boolean',
      rev: 'bigint',
      created_at: 'timestamptz',
    },
    rows,
  )
  for (const [place, days] of Object.entries(DAYS))
    await tx
      .updateTable('store_notices')
      .set({ days: JSON.stringify(days) })
      .where('store_id', '=', rows[Number(place)]!.id)
      .execute()
  return rows.map((row) => row.id)
}

const searched = (
  good: Good,
  category: CategoryRow,
  categories: Map<string, CategoryRow>,
): ReturnType<typeof searchColumns> => {
  const above = [...categories.values()]
    .filter((c) => c.id !== category.id && category.ancestors.includes(c.id))
    .map((c) => c.name)
  return searchColumns({
    title: good.title,
    brand: good.brand,
    codes: codesOf(good.attributes),
    leaf: category.name,
    above,
  })
}

const productColumns = {
  id: 'int',
  store_id: 'int',
  category_id: 'int',
  category_ids: 'int[]',
  source_id: 'text',
  title: 'jsonb',
  description: 'jsonb',
  brand: 'text',
  pictures: 'jsonb',
  attributes: 'jsonb',
  currency: 'text',
  ladder: 'jsonb',
  price: 'bigint',
  deal: 'jsonb',
  minimum: 'int',
  multiple: 'int',
  stock: 'int',
  monthly_sales: 'int',
  monthly_demo: 'int',
  sales: 'int',
  turnover: 'bigint',
  tokens: 'tsvector',
  title_words: 'smallint',
  rev: 'bigint',
  created_at: 'timestamptz',
} as const

async function seedProducts(
  tx: Tx,
  goods: readonly Good[],
  categories: Map<string, CategoryRow>,
  storeIds: readonly number[],
  rev: number,
  progress: (rows: number) => void,
): Promise<void> {
  const rows = goods.map((good, i) => {
    const category = categories.get(good.category)!
    const { ladder, deal } = withDeal(good.ladder, good.deal)
    return {
      id: i + 1,
      store_id: storeIds[good.store],
      category_id: category.id,
      category_ids: category.ancestors,
      source_id: `demo:${i + 1}`,
      title: good.title,
      description: good.description,
      brand: good.brand,
      pictures: good.pictures,
      attributes: good.attributes,
      currency: good.currency,
      ladder,
      price: ladder[0]!.price,
      deal,
      minimum: good.minimum,
      multiple: good.multiple,
      stock: good.stock,
      monthly_sales: good.monthlySales,
      monthly_demo: good.monthlySales,
      sales: good.sales,
      turnover: good.turnover,
      ...searched(good, category, categories),
      rev,
      created_at: new Date(good.createdAt).toISOString(),
    }
  })
  await insertRows(tx, 'products', productColumns, rows, progress)
  await indexTerms(
    tx,
    rows.map((row) => row.source_id),
  )
  const choices = goods.flatMap((good, i) =>
    good.choices.map((choice, sort) => ({ ...choice, product_id: i + 1, sort })),
  )
  await insertRows(
    tx,
    'variants',
    { product_id: 'int', sku: 'text', label: 'jsonb', extra: 'bigint', stock: 'int', picture: 'jsonb', sort: 'int' },
    choices,
    progress,
  )
}

async function isEmpty(db: Db): Promise<boolean> {
  const {
    rows: [row],
  } = await sql<{ empty: boolean }>`
    select not (
      exists (select 1 from users) or exists (select 1 from stores)
      or exists (select 1 from categories) or exists (select 1 from products)
      or exists (select 1 from exchange_rates where not coin)
    ) as empty`.execute(db)
  return row!.empty
}

/**
 * Fills an empty database with the demo market, whole or not at all; a database with anything in it is left as it is.
 * Returns whether it was empty.
 */
export async function seedIfEmpty(db: Db, options: SeedOptions): Promise<boolean> {
  if (!(await isEmpty(db))) return false
  const now = Date.now()
  const random = seededRandom(SEED)
  const texts = readTexts()
  const goods = makeGoods(random, texts, now)
  const opinions = goods.flatMap((good, i) =>
    makeOpinions(random, texts, good, now).map(({ at, ...o }) => ({
      ...o,
      replies: o.reply === null ? 0 : 1,
      replied_at: o.reply === null ? null : new Date(at).toISOString(),
      product_id: i + 1,
      store_id: good.store + 1,
      created_at: new Date(at).toISOString(),
    })),
  )
  const total = goods.length + goods.reduce((sum, good) => sum + good.choices.length, 0) + opinions.length
  let done = 0
  const progress = (rows: number): void => {
    done += rows
    options.progress('Demo market', done, total)
  }
  progress(0)
  await catalogueTransaction(db, async ({ tx, rev }) => {
    // Before the products, which are worth something by it.
    await tx.insertInto('exchange_rates').values(RATES).execute()
    const categories = categoryRows(texts.categories)
    await insertRows(
      tx,
      'categories',
      { id: 'int', pid: 'int', path: 'text', name: 'jsonb', picture: 'text', sort: 'int', ancestors: 'int[]' },
      [...categories.values()].map((row) => ({ ...row })),
    )
    const storeIds = await seedStores(tx, texts, rev, Math.min(...goods.map((good) => good.createdAt)))
    await seedProducts(tx, goods, categories, storeIds, rev, progress)
    await insertRows(
      tx,
      'reviews',
      {
        product_id: 'int',
        store_id: 'int',
        author: 'text',
        rating: 'int',
        text: 'text',
        language: 'text',
        pictures: 'jsonb',
        reply: 'text',
        replies: 'int',
        replied_at: 'timestamptz',
        created_at: 'timestamptz',
      },
      opinions,
      progress,
    )
    for (const table of ['categories', 'stores', 'products'] as const) await continueIds(tx, table)
    await seedBuyers(tx, storeIds, now)
    await seedSite(tx)
  })
  // The planner knows nothing of rows that came all at once, and counters are read from indexes alone only where a
  // vacuum has been.
  await sql`vacuum (analyze) products, variants, reviews, stores, categories, search_terms`.execute(db)
  return true
}
