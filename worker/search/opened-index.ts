import type { CatalogueDb } from '#localdb/open.ts'
import { textIn } from '#contract/text/locales.ts'
import { searchTokens } from '#contract/search/tokens.ts'
import type { DeviceFound, DeviceQuery } from '../api/worker-api.ts'
import { wait, type Env } from '../env/env.ts'
import { markDeleted, openPart, type IndexPart } from './open-segment.ts'
import { passing, type Passes } from './filters.ts'
import { everything, search, type FoundDocument } from './search.ts'
import { seekStores } from './search-stores.ts'
import { completions } from './completions.ts'
import { SEGMENT_MAX, packUnindexed } from './maintenance.ts'

/** After how long the stored parts are looked at again (ms): a message of another tab may have been lost. */
const TRUSTED = 10_000
/** How many of the best hits give the facets, and how many categories and stores these are. */
const LEADERS = 60
const LEADS = 6
/** How many ways to go on are offered, and how many of the best hits they are taken from. */
const OFFERED = 8
const SAMPLE = 80

/** The searches over the products on this device. */
export interface Searches {
  search(query: DeviceQuery): Promise<DeviceFound>
  /** The stores that a text finds, best first: by their name, then by what they sell. */
  stores(query: string): Promise<number[]>
  /**
   * How the last word of a text may end, by the products that it finds; none once it is `overtaken` by the next text.
   */
  completions(text: string, language: string, overtaken: () => boolean): Promise<string[]>
}

/** The open index behind a tab's searches: loaded with the first of them. */
export interface OpenedIndex extends Searches {
  /** Notes that more may be stored than is open: the next search reads it. */
  outdate(): void
}

/** Opens the index over a catalogue. `later` has products indexed that are not stored yet, at once or after a rest. */
export function openIndex(
  env: Env,
  catalogue: () => Promise<CatalogueDb>,
  later: (when: 'now' | 'rested') => void,
): OpenedIndex {
  let parts: IndexPart[] = []
  let stale = true
  let refreshing: Promise<void> | undefined
  let readAt = 0

  const refresh = async (): Promise<void> => {
    while (stale) {
      stale = false
      readAt = env.now()
      parts = await readParts(await catalogue(), parts)
    }
    // Products that are not stored yet, and rows from before there was an index, are to become a stored part of it.
    const loose = parts.find((part) => part.row.seq === undefined)
    if (parts.length === 0 || loose) later(loose && loose.row.ids.length < SEGMENT_MAX ? 'rested' : 'now')
  }
  const countSearched = createCounter()
  const fresh = (): Promise<void> => {
    if (Math.abs(env.now() - readAt) > TRUSTED) stale = true
    return (refreshing ??= refresh()
      .catch((error: unknown) => {
        stale = true
        throw error
      })
      .finally(() => {
        refreshing = undefined
      }))
  }

  return {
    async search(query) {
      await fresh()
      const passes = await passing(await catalogue(), query)
      const hits = search(parts, {
        query: query.query,
        sort: query.sort ?? 'best',
        passes: passes ?? everything,
        limit: Math.max(query.limit + 1, LEADERS),
      })
      return {
        ids: hits.slice(0, query.limit).map(idOf),
        more: hits.length > query.limit,
        ...leads(hits.slice(0, LEADERS)),
        searched: countSearched(parts, query, passes),
      }
    },
    async stores(query) {
      await fresh()
      return seekStores(parts, query, await (await catalogue()).stores.toArray())
    },
    async completions(text, language, overtaken) {
      if (searchTokens(text).length === 0) return []
      await fresh()
      // A search blocks the worker: the messages that have arrived meanwhile come first.
      await wait(env, 0)
      if (overtaken()) return []
      const hits = search(parts, { query: text, sort: 'best', passes: everything, limit: SAMPLE, typing: true })
      const products = await (await catalogue()).products.bulkGet(hits.map(idOf))
      const titles = products.flatMap((p) => (p ? [textIn(p.title, language)] : []))
      return completions(text, titles, OFFERED)
    },
    outdate() {
      stale = true
    },
  }
}

/** The parts as they now are: stored ones that are open already stay open, and products not stored yet are packed. */
async function readParts(db: CatalogueDb, open: readonly IndexPart[]): Promise<IndexPart[]> {
  const parts = await db.transaction('r', [db.products, db.unindexed, db.segments, db.categories], async () => {
    const [found, loose] = await Promise.all([
      readStored(
        db,
        open.filter((part) => part.row.seq !== undefined),
      ),
      packUnindexed(db),
    ])
    return loose ? [...found, openPart(loose.row)] : found
  })
  if (parts.length !== open.length || parts.some((part, i) => part !== open[i])) markDeleted(parts)
  return parts
}

async function readStored(db: CatalogueDb, open: readonly IndexPart[]): Promise<IndexPart[]> {
  if (open.length === 0) return (await db.segments.toArray()).map(openPart)
  const seqs = (await db.segments.toCollection().primaryKeys()) as number[]
  const known = new Map(open.map((part) => [part.row.seq!, part]))
  const rows = await db.segments.bulkGet(seqs.filter((seq) => !known.has(seq)))
  for (const row of rows) if (row) known.set(row.seq!, openPart(row))
  return seqs.map((seq) => known.get(seq)!)
}

/** Counts the products that pass a query's filter. Keeps the last filter's count: a query changes by the letter. */
function createCounter(): (parts: readonly IndexPart[], query: DeviceQuery, passes: Passes | undefined) => number {
  let counted: { parts: readonly IndexPart[]; filter: string; count: number } | undefined
  return (parts, query, passes) => {
    if (!passes) return parts.reduce((sum, part) => sum + part.alive, 0)
    const filter = JSON.stringify({ ...query, query: '', sort: undefined, limit: 0 })
    if (counted?.parts !== parts || counted.filter !== filter)
      counted = { parts, filter, count: parts.reduce((sum, part) => sum + countPassing(part, passes), 0) }
    return counted.count
  }
}

function countPassing(part: IndexPart, passes: Passes): number {
  let count = 0
  for (let doc = 0; doc < part.dead.length; doc++) if (!part.dead[doc] && passes(part, doc)) count++
  return count
}

const idOf = ({ part, doc }: FoundDocument): number => part.row.id[doc]!

/** The categories and stores of the best hits, those with most of them first. */
function leads(hits: readonly FoundDocument[]): Pick<DeviceFound, 'categoryIds' | 'storeIds'> {
  const most = (of: (hit: FoundDocument) => number): number[] => {
    const count = new Map<number, number>()
    for (const hit of hits) count.set(of(hit), (count.get(of(hit)) ?? 0) + 1)
    return [...count]
      .sort((a, b) => b[1] - a[1])
      .slice(0, LEADS)
      .map(([id]) => id)
  }
  return {
    categoryIds: most(({ part, doc }) => part.row.category[doc]!),
    storeIds: most(({ part, doc }) => part.row.store[doc]!),
  }
}
