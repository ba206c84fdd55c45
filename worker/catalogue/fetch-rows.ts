import type { DeviceEndpointName, Input } from '#contract/registry.ts'
import type { CatalogueDb } from '#localdb/open.ts'
import { listKey } from '#localdb/list-keys.ts'
import type { WantInput, WantOutcome } from '../api/worker-api.ts'
import { load } from '../env/load.ts'
import { failed } from '../wire/failed.ts'
import { applyCatalogue, type CatalogueWant } from './answers.ts'
import { cursorOf, hold, type BroughtRows } from './feed.ts'
import type { Brief, Got, CatalogueWay } from './way.ts'

/** How often rows that the catalogue overtakes on their way are asked for again. */
const TRIES = 4

/** Fetches rows and writes them. An answer that the catalogue's changes overtook on its way is asked for again. */
export async function fetchRows<N extends CatalogueWant>(
  db: CatalogueDb,
  way: CatalogueWay,
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

/** The code that fetches for a device with rows. A first visit has none, and does not load it. */
const known = () => load(import('./fetch-known.ts'))

/** One answer, with where the catalogue's changes stood before its rows were asked for. */
async function get<N extends CatalogueWant>(
  db: CatalogueDb,
  way: CatalogueWay,
  name: N,
  input: Input<N>,
): Promise<Got> {
  if (await briefly(db, name, input)) return (await known()).getBriefly(db, way, name as Brief, input as Input<Brief>)
  if (name === 'catalogue.details') return (await known()).getDetails(db, way, input as WantInput<'catalogue.details'>)
  const { ids } = input as { ids?: number[] }
  if (name === 'catalogue.products' && ids && (await cursorOf(db)) !== undefined)
    return (await known()).getCertain(db, way, ids)
  const since = await cursorOf(db)
  const outcome = await way.ask(name as DeviceEndpointName, input as never)
  return outcome.kind === 'accepted' ? { kind: 'rows', data: outcome.data, since } : failed(outcome)
}

/**
 * Whether a read needs the ids alone: the device has this list, search or home already, and the changes keep its rows
 * up to date.
 */
async function briefly(db: CatalogueDb, name: DeviceEndpointName, input: unknown): Promise<boolean> {
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
export const unfollowed = (name: CatalogueWant): boolean => name === 'catalogue.reviews' || name === 'search.facets'

/** The rows that an answer brings. */
function idsIn(data: unknown): BroughtRows {
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
