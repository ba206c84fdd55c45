import type { EndpointName, Input, Output } from '#contract/registry.ts'
import type { CatalogueDb } from '#localdb/open.ts'
import { DETAILS_MAX } from '#contract/rules/limits.ts'
import { OLD_MS } from '#contract/rules/freshness.ts'
import { listKey } from '#localdb/list-keys.ts'
import type { WantInput, WantOutcome } from '../api.ts'
import { atMost, type Env } from '../env/env.ts'
import { failed } from '../wire/failed.ts'
import { applyCatalogue, type CatalogueWant } from './answers.ts'
import { cursorOf, hold, type AnswerRows, type Ask } from './feed.ts'
import { absent, IDS_MAX, outdated, partsOf, withoutDetails } from './rows.ts'

/** Rows that the device has are followed when they are wanted, unless that was done so recently (ms). */
const FOLLOWED = 5_000
/** How long a list waits for that: one with a long way behind it is asked for again (ms). */
const FOLLOWING = 8_000
/** How often rows that the catalogue overtakes on their way are asked for again. */
const TRIES = 4

/** The way to the server. */
export interface Way {
  env: Env
  ask: Ask
  follow(within: number): Promise<WantOutcome>
}
type Got =
  | { kind: 'rows'; data: unknown; since: string | undefined }
  | Exclude<WantOutcome, { kind: 'fresh' }>
  | { kind: 'fresh' }

/** Fetches rows and writes them; what the catalogue's changes overtook on its way is asked for again. */
export async function fetchRows<N extends CatalogueWant>(
  db: CatalogueDb,
  way: Way,
  name: N,
  input: Input<N>,
): Promise<WantOutcome> {
  const apply = applyCatalogue[name] as (db: CatalogueDb, input: Input<N>, output: unknown, at: number) => Promise<void>
  for (let n = 0; n < TRIES; n++) {
    const got = await get(db, way, name, input)
    if (got.kind !== 'rows') return got
    let { since } = got
    for (;;) {
      const cursor = await cursorOf(db)
      if (cursor !== since && !unfollowed(name) && !(await hold(way.ask, since, idsIn(got.data)))) break
      since = cursor
      // The packed index is long in the writing, and none of this.
      const written = await db.transaction(
        'rw',
        db.tables.filter((table) => table.name !== 'segments'),
        async () => {
          if ((await cursorOf(db)) !== since) return false
          await apply(db, input, got.data, way.env.now())
          return true
        },
      )
      if (!written) continue
      const { next } = got.data as { next?: string | null }
      // Few follow more stores than a page holds; those few have all of theirs.
      return name === 'user.followedStores' && next
        ? fetchRows(db, way, name, { after: next } as Input<N>)
        : { kind: 'fresh' }
    }
  }
  return { kind: 'busy', retryAfter: 5 }
}

/** One answer, with where the catalogue's changes stood before its rows were asked for. */
async function get<N extends CatalogueWant>(db: CatalogueDb, way: Way, name: N, input: Input<N>): Promise<Got> {
  if (await briefly(db, name, input)) return getBriefly(db, way, name as Brief, input as Input<Brief>)
  if (name === 'catalogue.details') return getDetails(db, way, input as WantInput<'catalogue.details'>)
  const { ids } = input as { ids?: number[] }
  if (name === 'catalogue.products' && ids && (await cursorOf(db)) !== undefined) return getCertain(db, way, ids)
  const since = await cursorOf(db)
  const outcome = await way.ask(name as EndpointName, input as never)
  return outcome.kind === 'accepted' ? { kind: 'rows', data: outcome.data, since } : failed(outcome)
}

/** Certain products: those that the device has come up to date by the changes, the others are fetched. */
async function getCertain(db: CatalogueDb, way: Way, ids: readonly number[]): Promise<Got> {
  const followed = await followedNow(way)
  if (followed.kind !== 'fresh') return followed
  const since = await cursorOf(db)
  // What is gone comes with the changes too, should it be sold again.
  const gone = new Set((await db.gone.toCollection().primaryKeys()) as number[])
  const missing = (await absent(db.products, ids)).filter((id) => !gone.has(id))
  if (missing.length === 0) return { kind: 'fresh' }
  const outcome = await way.ask('catalogue.products', { ids: missing, sort: 'all' })
  return outcome.kind === 'accepted' ? { kind: 'rows', data: outcome.data, since } : failed(outcome)
}

/**
 * Certain products in full: those of which the device has no details, or details of before their last change. Without a
 * cursor it cannot know, and asks for all of them.
 */
async function getDetails(db: CatalogueDb, way: Way, { ids, now }: WantInput<'catalogue.details'>): Promise<Got> {
  const follows = (await cursorOf(db)) !== undefined
  const followed = follows ? await followedNow(way, now ? 0 : FOLLOWED) : undefined
  if (followed && followed.kind !== 'fresh') return followed
  const since = await cursorOf(db)
  const gone = new Set((await db.gone.toCollection().primaryKeys()) as number[])
  const missing = follows ? (await withoutDetails(db, ids)).filter((id) => !gone.has(id)) : ids
  if (missing.length === 0) return { kind: 'fresh' }
  const data: Output<'catalogue.details'> = { details: [], stores: [] }
  for (const part of partsOf(missing, DETAILS_MAX)) {
    const outcome = await way.ask('catalogue.details', { ids: part })
    if (outcome.kind !== 'accepted') return failed(outcome)
    data.details.push(...outcome.data.details)
    data.stores.push(...outcome.data.stores)
  }
  return { kind: 'rows', data, since }
}

type Brief = 'catalogue.products' | 'search.products' | 'catalogue.home'

/**
 * The order of a list, of a search or of home by ids alone, its rows brought up to date by the changes, and those that
 * are missing: a list never has holes.
 */
async function getBriefly(db: CatalogueDb, way: Way, name: Brief, input: Input<Brief>): Promise<Got> {
  const [outcome, followed] = await Promise.all([way.ask(name, { ...input, brief: true }), followedNow(way)])
  if (outcome.kind !== 'accepted') return failed(outcome)
  if (followed.kind !== 'fresh') return followed
  const since = await cursorOf(db)
  const data: Partial<Output<'catalogue.home'> & Output<'search.products'>> = outcome.data
  const parts = (['ids', 'related', 'daily', 'recommended', 'hot'] as const).filter((part) => data[part])
  const missing = (
    await absent(
      db.products,
      parts.flatMap((part) => data[part]!),
    )
  ).slice(0, IDS_MAX)
  // Their figures move without their rev.
  const strange = (await outdated(db, data.storeIds ?? [], way.env.now() - OLD_MS)).slice(0, IDS_MAX)
  const products = missing.length > 0 ? await way.ask('catalogue.products', { ids: missing, sort: 'all' }) : undefined
  if (products && products.kind !== 'accepted') return failed(products)
  const stores = strange.length > 0 ? await way.ask('catalogue.stores', { ids: strange }) : undefined
  if (stores && stores.kind !== 'accepted') return failed(stores)
  // What is gone again meanwhile is no part of it.
  const came = new Set(products?.data.products.map((p) => p.id))
  const gone = new Set(missing.filter((id) => !came.has(id)))
  const orders = Object.fromEntries(parts.map((part) => [part, data[part]!.filter((id) => !gone.has(id))]))
  return {
    kind: 'rows',
    since,
    data: {
      ...data,
      ...orders,
      products: products?.data.products ?? [],
      stores: [...(products?.data.stores ?? []), ...(stores?.data.stores ?? [])],
    },
  }
}

/** The changes followed to their end; with a long way to go that is for later. */
const followedNow = async (way: Way, within = FOLLOWED): Promise<WantOutcome> =>
  (await atMost(way.env, FOLLOWING, way.follow(within))) ?? { kind: 'busy', retryAfter: 5 }

/**
 * What of a read the device need not be told again: a list, a search or home that it has, and whose rows it keeps up to
 * date, is asked for by its ids alone.
 */
async function briefly(db: CatalogueDb, name: EndpointName, input: unknown): Promise<boolean> {
  if ((await cursorOf(db)) === undefined) return false
  if (name === 'catalogue.home') return ((await db.homes.get('home'))?.at ?? 0) > 0
  if (name !== 'catalogue.products' && name !== 'search.products') return false
  const { ids, after, ...of } = input as Partial<Input<'catalogue.products'> & Input<'search.products'>>
  if (ids) return false
  const list = await db.lists.get(listKey(of))
  if (!list || list.at === 0) return false
  return after === undefined || list.ids.length < (list.reach ?? 0)
}

/** Reads that the catalogue's changes say nothing of. */
export const unfollowed = (name: CatalogueWant): boolean =>
  name === 'area.read' || name === 'catalogue.reviews' || name === 'search.facets'

/** The rows that an answer brings. */
function idsIn(data: unknown): AnswerRows {
  const {
    products = [],
    related,
    stores = [],
    store,
    detail,
    details = [],
    categories,
    rates,
  } = data as {
    categories?: unknown
    rates?: unknown
    products?: { id: number }[]
    related?: unknown[]
    stores?: { id: number }[]
    store?: { id: number }
    detail?: { id: number }
    details?: { id: number }[]
  }
  const beside = (related ?? []).flatMap((r) => (typeof r === 'object' && r ? [(r as { id: number }).id] : []))
  return {
    products: [...products.map((p) => p.id), ...beside, ...(detail ? [detail.id] : []), ...details.map((d) => d.id)],
    stores: [...stores.map((s) => s.id), ...(store ? [store.id] : [])],
    categories: categories !== undefined,
    rates: rates !== undefined,
  }
}
