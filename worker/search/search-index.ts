import type { CatalogueDb } from '#localdb/open.ts'
import type { DeviceFound, DeviceQuery } from '../api.ts'
import { wait, type Env } from '../env/env.ts'
import { isClosed, isQuota } from '../env/storage-errors.ts'
import { markDeleted, openPart, type Part } from './open-segment.ts'
import { passing, type Passes } from './filters.ts'
import { everything, search, type Hit } from './search.ts'
import { seekStores } from './search-stores.ts'
import {
  SEGMENT_MAX,
  mergeStored,
  noteSizes,
  packUnindexed,
  readTree,
  renewOutdated,
  storeUnindexed,
} from './maintenance.ts'

const CHANNEL = 'caravan-search'
/**
 * What was written rests for so long before it is stored as a part of the index (ms): a page brings several answers at
 * once.
 */
const REST = 3000
/**
 * What other tabs write is heard of by the channel; should a word of them have been lost, it is looked after so long
 * (ms).
 */
const TRUSTED = 10_000
/** So many of the best hits say where a search leads, and so many categories and stores it leads to. */
const LEADERS = 60
const LEADS = 6

/** The search index of one tab: what is stored, opened at the first search, and what is not stored yet. */
export interface SearchIndex {
  search(query: DeviceQuery): Promise<DeviceFound>
  /** The stores that a text finds, best first: by their name, then by what they sell. */
  stores(query: string): Promise<number[]>
  /**
   * The products that a text finds while its last word is still being typed, best first; none once it is `overtaken` by
   * the next text.
   */
  typed(text: string, limit: number, overtaken: () => boolean): Promise<number[]>
  /** Products or categories are being written here: heard before it is committed. */
  written(): void
  close(): void
}

/** Makes the index over a catalogue, which `catalogue` opens. */
export function createSearchIndex(env: Env, catalogue: () => Promise<CatalogueDb>): SearchIndex {
  const channel = env.channel(CHANNEL)
  let parts: Part[] = []
  let stale = true
  let refreshing: Promise<void> | undefined
  let callOff: (() => void) | undefined
  let closed = false
  let readAt = 0
  channel.listen(() => {
    stale = true
  })

  const yieldTurn = (): Promise<void> => wait(env, 0)
  /** Stores what is not stored yet and merges; one tab at a time. */
  const store = async (): Promise<void> => {
    const db = await catalogue()
    await env.locks.request(CHANNEL, async () => {
      const tree = await readTree(db)
      await renewOutdated(db, tree, yieldTurn)
      while (!closed && (await storeUnindexed(db, tree))) await yieldTurn()
      await mergeStored(db, yieldTurn)
      await noteSizes(db)
    })
    stale = true
    channel.post('stored')
  }
  const later = (rest = REST): void => {
    if (callOff || closed) return
    callOff = env.later(rest, () => {
      callOff = undefined
      void store().catch((error: unknown) => {
        // Closed under it, or no room: what is not stored stays noted, and is found all the same.
        if (!isClosed(error) && !isQuota(error)) env.report(error)
      })
    })
  }
  const refresh = async (): Promise<void> => {
    while (stale) {
      stale = false
      readAt = env.now()
      parts = await readParts(await catalogue(), parts)
    }
    // What is not stored yet, and rows from before there was an index, become a part of it.
    const loose = parts.find((part) => part.row.seq === undefined)
    if (parts.length === 0 || loose) later(loose && loose.row.ids.length < SEGMENT_MAX ? REST : 0)
  }
  /** The last filter's count: a query changes by the letter, its filter does not. */
  let counted: { parts: readonly Part[]; filter: string; count: number } | undefined
  const countSearched = (query: DeviceQuery, passes: Passes | undefined): number => {
    if (!passes) return parts.reduce((sum, part) => sum + part.alive, 0)
    const key = JSON.stringify({ ...query, query: '', sort: undefined, limit: 0 })
    if (counted?.parts !== parts || counted.filter !== key)
      counted = { parts, filter: key, count: parts.reduce((sum, part) => sum + countPassing(part, passes), 0) }
    return counted.count
  }
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
        searched: countSearched(query, passes),
      }
    },
    async stores(query) {
      await fresh()
      return seekStores(parts, query, await (await catalogue()).stores.toArray())
    },
    async typed(text, limit, overtaken) {
      await fresh()
      // Lets in what has arrived meanwhile: a search, once begun, hears nothing.
      await yieldTurn()
      if (overtaken()) return []
      return search(parts, { query: text, sort: 'best', passes: everything, limit, typing: true }).map(idOf)
    },
    written() {
      stale = true
      channel.post('written')
      later()
    },
    close() {
      closed = true
      callOff?.()
      channel.close()
    },
  }
}

/** The parts as they now are: stored ones that are open already stay open, and what is not stored is packed. */
async function readParts(db: CatalogueDb, open: readonly Part[]): Promise<Part[]> {
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

async function readStored(db: CatalogueDb, open: readonly Part[]): Promise<Part[]> {
  if (open.length === 0) return (await db.segments.toArray()).map(openPart)
  const seqs = (await db.segments.toCollection().primaryKeys()) as number[]
  const known = new Map(open.map((part) => [part.row.seq!, part]))
  const rows = await db.segments.bulkGet(seqs.filter((seq) => !known.has(seq)))
  for (const row of rows) if (row) known.set(row.seq!, openPart(row))
  return seqs.map((seq) => known.get(seq)!)
}

function countPassing(part: Part, passes: Passes): number {
  let count = 0
  for (let doc = 0; doc < part.dead.length; doc++) if (!part.dead[doc] && passes(part, doc)) count++
  return count
}

const idOf = ({ part, doc }: Hit): number => part.row.id[doc]!

/** The categories and stores of the best hits, those with most of them first. */
function leads(hits: readonly Hit[]): Pick<DeviceFound, 'categoryIds' | 'storeIds'> {
  const most = (of: (hit: Hit) => number): number[] => {
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
