import { sql, type RawBuilder } from 'kysely'
import { PAGE } from '#contract/catalogue/schema-endpoints.ts'
import type { Product, Store } from '#contract/catalogue/schema.ts'
import { COUNTED_MAX } from '#contract/catalogue/filter.ts'
import type { SearchSort } from '#contract/lists/sorts.ts'
import type { Input, Stated } from '#contract/registry.ts'
import { hitsOf, matchedIn, rankOf, queryWordsOf } from '#contract/search/match.ts'
import type { Db } from '../db/tables/tables.ts'
import { accepted, refused, type HandlersFor } from '../http/handlers.ts'
import { readPageKey, writeKey } from '../catalogue/page-key.ts'
import { productIsOf, productPasses } from '../catalogue/product-filter.ts'
import { productJson } from '../catalogue/product-json.ts'
import { productOrders } from '../catalogue/product-orders.ts'
import { storeFigures, storeJson } from '../catalogue/store-json.ts'
import { productWords } from './vocabulary.ts'

type Search = Input<'search.products'>
type Found = Stated<'search.products'>

/** From how many of the best matches it is told where a search leads, and to how many of each. */
const LEADING = 60
const LEADS = 6
const RELATED = 8
/** With fewer hits than this on the first page, related products are told. */
const FEW = 12
/**
 * The best page needs no more hits than these, and those that tie with the last, unless a filter takes most of them
 * away.
 */
const ENOUGH = 400

/** How well a product matches: its id, and the number that ranks it (contract/search/match.ts). */
interface Ranked {
  id: number
  rank: number
}

/** Everything that a text finds among the products, best match first; ties in no order. */
export async function rankedProducts(db: Db, query: string): Promise<Ranked[]> {
  const { collection } = await productWords(db)
  const words = queryWordsOf(query, collection)
  if (words.length === 0) return []
  const tokens = [...new Set(words.flatMap((word) => word.expanded.map((s) => s.token)))]
  const { rows } = await sql<{ term: string; postings: number[] }>`
    select term, array_to_json(postings) as postings from search_terms
      where term = any(array(select jsonb_array_elements_text(${JSON.stringify(tokens)}::jsonb)))`.execute(db)
  const postings = new Map<string, number[]>()
  for (const row of rows) postings.set(row.term, [...(postings.get(row.term) ?? []), ...row.postings])
  return hitsOf(words, (token) => postings.get(token) ?? [])
    .map((hit) => ({ id: hit.id, rank: rankOf(hit) }))
    .sort((a, b) => b.rank - a.rank)
}

interface BestKey {
  rank: number
  monthly: number
  sales: number
  id: number
}
const writeBest = (k: BestKey): string =>
  `best.${[k.rank, k.monthly, k.sales, k.id].map((n) => n.toString(36)).join('.')}`
function readBest(text: string): BestKey | undefined {
  const match = /^best\.([0-9a-z]{1,9})\.([0-9a-z]{1,6})\.([0-9a-z]{1,6})\.([0-9a-z]{1,6})$/.exec(text)
  if (!match) return undefined
  const [rank, monthly, sales, id] = match.slice(1).map((n) => Number.parseInt(n, 36)) as [
    number,
    number,
    number,
    number,
  ]
  return [monthly, sales, id].every((n) => n <= 2_147_483_647) ? { rank, monthly, sales, id } : undefined
}

interface Order {
  by: RawBuilder<unknown>
  value: RawBuilder<number>
  after: RawBuilder<boolean> | undefined
  /** Up from this rank nothing is wanted any more. */ below: number
}

/** The order asked for and where its page begins; undefined when the key is of another. */
function orderOf(sort: SearchSort, after: string | undefined): Order | undefined {
  if (sort !== 'best') {
    const order = productOrders[sort]
    const key = after === undefined ? undefined : readPageKey(sort, after)
    return after !== undefined && !key
      ? undefined
      : { by: order.by, value: order.value, after: key && order.after(key), below: Infinity }
  }
  const key = after === undefined ? undefined : readBest(after)
  if (after !== undefined && !key) return undefined
  return {
    by: sql`p.rank desc, p.monthly_sales desc, p.sales desc, p.id desc`,
    value: sql`0`,
    below: key ? key.rank : Infinity,
    after:
      key &&
      sql`(p.rank, p.monthly_sales, p.sales, p.id) < (${key.rank}::bigint, ${key.monthly}::bigint, ${key.sales}::bigint, ${key.id}::int)`,
  }
}

/** `row` is null where only the order was asked for. */
interface Item {
  key: BestKey & { value: number }
  storeId: number
  row: Product | null
}
interface Page {
  /** How many of the hits given pass. */ passed: number
  items: Item[]
  stores: Store[]
  categoryIds: number[]
  storeIds: number[]
  /** Of the best match, on the first page. */ category: number | null
}

const best = sql`p.rank desc, p.monthly_sales desc, p.sales desc, p.id desc`
const most = (
  what: string,
): RawBuilder<unknown> => sql`(select coalesce(json_agg(id order by n desc, first), '[]') from (
  select ${sql.ref(what)} as id, count(*) as n, min(place) as first from ahead group by 1 order by 2 desc, 3
    limit ${sql.lit(LEADS)}) most)`

/** One page of hits, in one statement; of the first page also where it leads. */
async function read(db: Db, hits: readonly Ranked[], input: Search, order: Order): Promise<Page> {
  const first = input.after === undefined
  const none = sql`'[]'::json`
  const {
    rows: [page],
  } = await sql<Page>`
    with hits as materialized (select * from unnest(
      ${`{${hits.map((h) => h.id).join(',')}}`}::int[],
      ${`{${hits.map((h) => h.rank).join(',')}}`}::bigint[]) as h(id, rank)),
    found as materialized (select p.id, h.rank, p.store_id, p.category_id, p.monthly_sales, p.sales, p.worth,
      p.created_at
      from hits h join products p on p.id = h.id where p.active and ${productIsOf(input)} and ${productPasses(input)}),
    page as materialized (select p.*, ${order.value} as value, row_number() over (order by ${order.by}) as place
      from found p
      where ${order.after ?? sql`true`} order by ${order.by} limit ${sql.lit(PAGE + 1)}),
    ahead as materialized (select p.*, row_number() over (order by ${best}) as place from found p order by ${best}
      limit ${sql.lit(first ? LEADING : 0)})
    select (select count(*)::int from found) as passed,
      (select coalesce(json_agg(json_build_object('row', ${input.brief ? sql`null` : productJson}, 'storeId', g.store_id,
        'key', json_build_object('rank', g.rank, 'monthly', g.monthly_sales, 'sales', g.sales, 'id', g.id,
          'value', g.value)) order by g.place), '[]')
        from page g join products p on p.id = g.id) as items,
      ${input.brief ? none : sql`(select coalesce(json_agg(${storeJson} order by s.id), '[]') from stores s ${storeFigures} where s.id in (select store_id from page))`} as stores,
      ${first ? most('category_id') : none} as "categoryIds", ${first ? most('store_id') : none} as "storeIds",
      (select category_id from ahead where place = 1) as category
  `.execute(db)
  return page!
}

/** Products of the best match's category that do not match, what sells now first. */
async function related(db: Db, category: number | null, hits: readonly Ranked[]): Promise<Product[]> {
  if (category === null) return []
  const { rows } = await sql<{ row: Product }>`
    select ${productJson} as row from products p
      where p.active and p.category_id = ${category}::int and p.id <> all(${`{${hits.map((h) => h.id).join(',')}}`}::int[])
    order by p.monthly_sales desc, p.id desc limit ${sql.lit(RELATED)}`.execute(db)
  return rows.map((r) => r.row)
}

/** In another order than the best, only what matches as many words as anything here does. */
async function readOthers(db: Db, hits: readonly Ranked[], input: Search, order: Order): Promise<Page> {
  for (let rest = hits; ;) {
    const matched = matchedIn(rest[0]!.rank)
    const end = rest.findIndex((h) => matchedIn(h.rank) < matched)
    const page = await read(db, end === -1 ? rest : rest.slice(0, end), input, order)
    if (page.passed > 0 || end === -1) return page
    rest = rest.slice(end)
  }
}

/** How many of some hits pass, counted no further than COUNTED_MAX. */
async function passing(db: Db, hits: readonly Ranked[], input: Search): Promise<number> {
  const ids = `{${hits.map((h) => h.id).join(',')}}`
  const counted = sql<{ n: number }>`select count(*)::int as n from (
    select from products p where p.id = any(${ids}::int[])
      and p.active and ${productIsOf(input)} and ${productPasses(input)} limit ${sql.lit(COUNTED_MAX)}) counted`
  const { rows } = await counted.execute(db)
  return rows[0]!.n
}

/**
 * Best first: the best hits will do, and those that tie with the last of them, unless what narrows takes most of them
 * away.
 */
async function readBestPage(db: Db, hits: readonly Ranked[], input: Search, order: Order): Promise<Page> {
  const from = hits.findIndex((h) => h.rank <= order.below)
  const rest = from === -1 ? [] : hits.slice(from)
  const last = rest[ENOUGH - 1]?.rank
  const few = last === undefined ? rest : rest.filter((h) => h.rank >= last)
  const page = await read(db, few, input, order)
  const full = page.items.length > PAGE && (input.after !== undefined || page.passed >= LEADING)
  if (!full || few.length === rest.length) return few.length === rest.length ? page : read(db, rest, input, order)
  return input.after === undefined ? { ...page, passed: await passing(db, hits, input) } : page
}

/** Products that a text finds. */
export const searchProducts: HandlersFor<'search.products'>['search.products'] = async ({ db }, input) => {
  const order = orderOf(input.sort, input.after)
  if (!order) return refused('invalid', { path: 'after' })
  const hits = await rankedProducts(db, input.query)
  const empty: Found = {
    ids: [],
    products: [],
    stores: [],
    next: null,
    categoryIds: [],
    storeIds: [],
    related: [],
    total: 0,
  }
  if (hits.length === 0) return accepted(empty)
  const page = await (input.sort === 'best' ? readBestPage : readOthers)(db, hits, input, order)
  const shown = page.items.slice(0, PAGE)
  const like = shown.length < FEW ? await related(db, page.category, hits) : []
  const last = page.items.length > PAGE ? shown.at(-1)!.key : undefined
  const storeIds = new Set(shown.map((i) => i.storeId))
  return accepted({
    ids: shown.map((i) => i.key.id),
    products: input.brief ? [] : [...shown.flatMap((i) => i.row ?? []), ...like],
    stores: page.stores.filter((s) => storeIds.has(s.id)),
    next: last === undefined ? null : input.sort === 'best' ? writeBest(last) : writeKey(input.sort, last),
    categoryIds: page.categoryIds,
    storeIds: page.storeIds,
    related: like.map((p) => p.id),
    ...(input.after === undefined && { total: Math.min(page.passed, COUNTED_MAX) }),
  })
}
