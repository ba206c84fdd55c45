import { createHash } from 'node:crypto'
import type { Bounds } from '../../turns/bounds.ts'
import { canonicalJson } from '../canonical-json.ts'

/** An answer's bytes as they go out, and their name by which an unchanged one is known. */
export interface KeptPage {
  readonly body: Uint8Array<ArrayBuffer>
  readonly etag: string
  /** The status and the headers of a document; absent for an answer. */
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
}

/** A page as it is made: an answer's text, or a document. */
export type MadePage = string | Omit<KeptPage, 'etag'>

/** Keeps anonymous catalogue answers in memory until the catalogue changes. */
export interface PageCache {
  /**
   * The page kept for a call and its checked input, else what `make` gives: equal calls under way are one.
   * `make` gives undefined for an answer that is not to be kept; the caller then has the answer itself.
   */
  page(name: string, input: unknown, make: () => Promise<MadePage | undefined>): Promise<KeptPage | undefined>
  /** Forgets everything: the catalogue has changed. An answer that is being made from before is not kept. */
  clear(): void
}

export interface PageCacheOptions {
  /** Most bytes of all pages with their keys. */
  bytes?: number
  bounds?: Bounds | undefined
  /** Counters that no catalogue change announces (followers) are never older than this. */
  ageMs?: number
  now?: () => number
}

/** The overhead of an entry beside its page and its key (bytes, measured with small pages). */
const ENTRY_BYTES = 1_000

interface Kept {
  page: KeptPage
  until: number
  /** The bytes that the entry counts towards the cache's limit. */
  size: number
}
/** The pages of one call. */
interface Shelf {
  kept: Map<string, Kept>
  used: number
}

function pageOf(made: MadePage): KeptPage {
  const page = typeof made === 'string' ? { body: new TextEncoder().encode(made) } : made
  const { body } = page
  return { ...page, etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"` }
}

/**
 * Makes a page cache. Where there are too many bytes, the call that holds most of them gives up the page that it used
 * least recently: a flood of different searches pushes out searches, and not home.
 */
export function createPageCache({
  bytes = 32_000_000,
  ageMs = 15_000,
  bounds,
  now = Date.now,
}: PageCacheOptions = {}): PageCache {
  // By call, in order of last use: a Map keeps the order in which keys were put.
  const shelves = new Map<string, Shelf>()
  let underWay = new Map<string, Promise<KeptPage | undefined>>()
  let used = 0
  let swept = now()
  bounds?.add({ name: 'Kept pages', limit: bytes, unit: 'bytes', use: () => used })

  const drop = (shelf: Shelf, key: string): void => {
    const size = shelf.kept.get(key)?.size ?? 0
    shelf.used -= size
    used -= size
    shelf.kept.delete(key)
  }
  const keep = (name: string, key: string, page: KeptPage): void => {
    const shelf = shelves.get(name) ?? { kept: new Map<string, Kept>(), used: 0 }
    shelves.set(name, shelf)
    drop(shelf, key)
    if (page.body.length > bytes / 8) return
    const size = page.body.length + 2 * key.length + ENTRY_BYTES
    shelf.kept.set(key, { page, until: now() + ageMs, size })
    shelf.used += size
    used += size
    if (now() - swept >= ageMs) sweep()
    while (used > bytes) {
      const fullest = [...shelves.values()].reduce((a, b) => (b.used > a.used ? b : a))
      drop(fullest, fullest.kept.keys().next().value!)
    }
  }

  /** Drops what is too old to be given: at most once an age, so that a page is met but a few times. */
  const sweep = (): void => {
    swept = now()
    for (const shelf of shelves.values())
      for (const [key, { until }] of shelf.kept) if (until <= swept) drop(shelf, key)
  }

  return {
    async page(name, input, make) {
      const key = `${name} ${canonicalJson(input)}`
      const kept = shelves.get(name)?.kept
      const found = kept?.get(key)
      if (kept && found && found.until > now()) {
        kept.delete(key)
        kept.set(key, found)
        return found.page
      }
      const same = underWay.get(key)
      if (same) {
        const page = await same
        if (page) return page
      }
      // A change while it is being made replaces this map: what was read before the change is then not kept.
      const mine = underWay
      const making = make()
        .then((made) => {
          if (made === undefined) return undefined
          const page = pageOf(made)
          if (mine === underWay) keep(name, key, page)
          return page
        })
        .finally(() => {
          mine.delete(key)
        })
      mine.set(key, making)
      return making
    },
    clear() {
      shelves.clear()
      underWay = new Map()
      used = 0
    },
  }
}
