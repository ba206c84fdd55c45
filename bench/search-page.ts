import type { Product } from '#contract/catalogue/schema.ts'
import { searchTokens } from '#contract/search/tokens.ts'
import { openCatalogueDb, type CatalogueDb } from '#localdb/open.ts'
import { keptProducts } from '#localdb/queries/catalogue/lists.ts'
import type { Readers } from '#localdb/read.ts'
import type { Env } from '#worker/env/env.ts'
import { createSearchIndex } from '#worker/search/search-index.ts'
import { mergeStored, readTree, storeUnindexed } from '#worker/search/maintenance.ts'

// Runs in the browser: searching and listing 50,000 products on the device, beside the barest that can do it.

/** Milliseconds. */
export interface Timed {
  load: number
  query: number
  list: number
}

export interface Sizes {
  products: number
  queries: number
  /**
   * A query is measured so often, many times in a row: a slowed browser pauses now and then, which a single one would
   * miss. The median counts.
   */
  rounds: number
  lists: number
}
const REPEATS = 10
const CATEGORIES = 40
let sizes: Sizes
let queries: string[]

function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0
    return (state >>> 8) / 16_777_216
  }
}
const random = seeded(7)
const syllables = [
  'ka',
  'lo',
  'mi',
  'ter',
  'so',
  'ran',
  'di',
  'bel',
  'fu',
  'gar',
  'ni',
  'pos',
  've',
  'wix',
  'zu',
  'tal',
]
const words = Array.from({ length: 6000 }, () =>
  Array.from({ length: 2 + Math.floor(random() * 3) }, () => syllables[Math.floor(random() * syllables.length)]).join(
    '',
  ),
)
/** A few words are everywhere, most are rare, as in real titles. */
const word = (): string => words[Math.floor(words.length * random() ** 3)]!

function products(): Product[] {
  return Array.from({ length: sizes.products }, (_, i) => ({
    id: i + 1,
    storeId: 1 + (i % 300),
    categoryId: 1 + Math.floor(random() * CATEGORIES),
    title: { en: Array.from({ length: 5 + Math.floor(random() * 6) }, word).join(' ') },
    picture: null,
    currency: 'USD',
    ladder: [{ from: 1, price: 100 + Math.floor(random() * 90_000) }],
    minimum: 1,
    multiple: 1,
    stock: Math.floor(random() * 500),
    choices: 0,
    monthlySales: Math.floor(random() ** 4 * 5000),
    sales: Math.floor(random() ** 4 * 60_000),
    createdAt: 1_700_000_000_000 + i * 1000,
    brand: word(),
    codes: [String(4_000_000_000_000 + i)],
    worth: 100 + i,
    rev: 1,
  }))
}
const env: Env = {
  fetch: () => Promise.reject(new TypeError('no network')),
  locks: navigator.locks,
  channel: () => ({ post: () => undefined, listen: () => undefined, close: () => undefined }),
  now: () => Date.now(),
  random: () => Math.random(),
  online: () => false,
  later: (ms, run) => {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
  dropCache: () => Promise.resolve(false),
  keepFile: () => Promise.resolve(false),
  dropFiles: () => Promise.resolve(),
  report: (error) => console.error(error),
}

const request = <T>(r: IDBRequest<T>): Promise<T> =>
  new Promise((done, failed) => {
    r.onsuccess = () => done(r.result)
    r.onerror = () => failed(r.error as Error)
  })
const median = (times: readonly number[]): number => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)]!
async function timed(work: () => Promise<unknown>): Promise<number> {
  const since = performance.now()
  await work()
  return performance.now() - since
}
/** The time that all but one in twenty of the queries take at most. */
async function p95(search: (query: string) => Promise<unknown>): Promise<number> {
  const times = queries.map((): number[] => [])
  for (let round = 0; round < sizes.rounds; round++) {
    for (const [i, query] of queries.entries()) {
      times[i]!.push(
        (await timed(async () => {
          for (let n = 0; n < REPEATS; n++) await search(query)
        })) / REPEATS,
      )
    }
  }
  return times.map(median).sort((a, b) => a - b)[Math.floor(queries.length * 0.95)]!
}

/**
 * The floor: sorted terms and one array of postings, documents numbered by sales, so that twenty hits that have all
 * words end the loop.
 */
interface Floor {
  terms: string
  starts: Uint32Array
  postings: Uint32Array
  id: Uint32Array
}
function packFloor(all: readonly Product[]): Floor {
  const docs = all.toSorted((a, b) => b.sales - a.sales)
  const lists = new Map<string, number[]>()
  for (const [doc, p] of docs.entries()) {
    for (const token of searchTokens(`${p.title['en']} ${p.brand} ${p.codes!.join(' ')}`)) {
      const list = lists.get(token)
      if (list) list.push(doc)
      else lists.set(token, [doc])
    }
  }
  const terms = [...lists.keys()].sort()
  const starts = Uint32Array.from([
    0,
    ...terms.map(
      (() => {
        let end = 0
        return (t: string) => (end += lists.get(t)!.length)
      })(),
    ),
  ])
  return {
    terms: terms.join('\n'),
    starts,
    postings: Uint32Array.from(terms.flatMap((t) => lists.get(t)!)),
    id: Uint32Array.from(docs.map((p) => p.id)),
  }
}
function seekFloor(floor: Floor, terms: readonly string[], query: string): number[] {
  const lists = searchTokens(query)
    .map((token) => {
      let low = 0
      let high = terms.length
      while (low < high) {
        const middle = (low + high) >>> 1
        if (terms[middle]! < token) low = middle + 1
        else high = middle
      }
      return terms[low] === token
        ? floor.postings.subarray(floor.starts[low], floor.starts[low + 1])
        : new Uint32Array()
    })
    .sort((a, b) => a.length - b.length)
  const [shortest, ...others] = lists
  const found: number[] = []
  const at = others.map(() => 0)
  for (const doc of shortest ?? []) {
    const inAll = others.every((list, i) => {
      while (at[i]! < list.length && list[at[i]!]! < doc) at[i]!++
      return list[at[i]!] === doc
    })
    if (inAll && found.push(floor.id[doc]!) === 20) break
  }
  return found
}

let db: CatalogueDb
/** Fills the databases; how long it took to index as products arrive, and the bytes of both indexes. */
export async function fill(asked: Sizes): Promise<{ indexed: number; ours: number; floor: number }> {
  sizes = asked
  queries = Array.from({ length: sizes.queries }, () =>
    Array.from({ length: 1 + Math.floor(random() * 3) }, word).join(' '),
  )
  db = await openCatalogueDb()
  const all = products()
  for (let from = 0; from < all.length; from += 500) await db.products.bulkPut(all.slice(from, from + 500))
  const tree = await readTree(db)
  const since = performance.now()
  while (await storeUnindexed(db, tree)) await mergeStored(db, () => Promise.resolve())
  const indexed = performance.now() - since
  const open = indexedDB.open('floor', 1)
  open.onupgradeneeded = () => open.result.createObjectStore('floor')
  const raw = await request(open)
  const packed = packFloor(all)
  await request(raw.transaction('floor', 'readwrite').objectStore('floor').put(packed, 0))
  raw.close()
  let ours = 0
  await db.segments.each((row) => {
    for (const column of Object.values(row) as unknown[])
      ours += ArrayBuffer.isView(column) ? column.byteLength : typeof column === 'string' ? column.length : 0
  })
  return {
    indexed,
    ours,
    floor: packed.postings.byteLength + packed.starts.byteLength + packed.id.byteLength + packed.terms.length,
  }
}

let kept: unknown
/**
 * The app's own search and lists as a device uses them: the first search with the index that it loads, then many
 * searches, and the first twenty products of lists.
 */
export async function ours(): Promise<Timed> {
  const index = createSearchIndex(env, () => Promise.resolve(db))
  kept = index
  const load = await timed(() => index.search({ query: 'nothing-of-the-kind', limit: 20 }))
  const query = await p95((text) => index.search({ query: text, limit: 20 }))
  const readers = { catalogue: db } as unknown as Readers
  const lists: number[] = []
  for (let i = 0; i < sizes.lists; i++)
    lists.push(await timed(() => keptProducts(readers, { categoryId: 1 + (i % CATEGORIES), sort: 'sales' }, 20)))
  return { load, query, list: median(lists) }
}

/** The same by hand. */
export async function floor(): Promise<Timed> {
  const raw = await request(indexedDB.open('floor', 1))
  let opened!: { packed: Floor; terms: string[] }
  const load = await timed(async () => {
    const packed = (await request(raw.transaction('floor').objectStore('floor').get(0))) as Floor
    opened = { packed, terms: packed.terms.split('\n') }
    seekFloor(packed, opened.terms, 'nothing-of-the-kind')
  })
  kept = opened
  const query = await p95((text) => Promise.resolve(seekFloor(opened.packed, opened.terms, text)))
  raw.close()
  const catalogue = db.backendDB()
  const lists: number[] = []
  for (let i = 0; i < sizes.lists; i++) {
    const category = 1 + (i % CATEGORIES)
    lists.push(
      await timed(
        () =>
          new Promise<void>((done) => {
            const rows: unknown[] = []
            const cursor = catalogue
              .transaction('products')
              .objectStore('products')
              .index('[categoryId+sales]')
              .openCursor(IDBKeyRange.bound([category], [category, []]), 'prev')
            cursor.onsuccess = () => {
              if (!cursor.result || rows.push(cursor.result.value) === 20) return done()
              cursor.result.continue()
            }
          }),
      ),
    )
  }
  return { load, query, list: median(lists) }
}

/** Lets go of what was loaded, so that it does not count as the next one's. */
export const forget = (): void => {
  kept = undefined
}
export const holds = (): boolean => kept !== undefined
