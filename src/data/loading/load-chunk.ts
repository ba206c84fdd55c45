import { deferred } from '#contract/deferred.ts'
import { keepTrying } from './keep-trying.ts'

// Chromium up to 150, Firefox and WebKit remember for as long as a page lives that a module could not be fetched, and
// answer every later import() of it, and of each module that imports it, with that. So a chunk is imported only once it
// and all that it imports are in the browser's cache: fetch() remembers no failure.
//
//   fetch the chunk and its imports ──▶ import ──▶ the module
//     │ failed TRIES times                  │ failed: the document had named it, or the cache did not keep it
//     ▼                                     ▼
//   ChunkFailed; the next call            fetch and import once more ──▶ the module, in newer engines
//   begins from the start                   │ failed
//                                           ▼
//                                         ChunkFailed, `lost`: only a page that is loaded again can have it

/** The most that a chunk or the service worker's script may take to load (ms; spec §8, §9). */
export const LOAD_LIMIT = 120_000
/** How often a file is fetched before it has failed. */
const TRIES = 3

/** A chunk or its style sheet could not be loaded. */
export class ChunkFailed extends Error {
  override name = 'ChunkFailed'
  /** Whether no further call can load it in this page. */
  readonly lost: boolean
  constructor(cause: unknown, lost = false) {
    super('a part of the page could not be loaded', { cause })
    this.lost = lost
  }
}
const fail = (cause: unknown): never => {
  throw new ChunkFailed(cause)
}

/**
 * The result of `loading`.
 *
 * @throws ChunkFailed also when it takes longer than LOAD_LIMIT
 */
export function withinLimit<T>(loading: Promise<T>): Promise<T> {
  const late = deferred<never>()
  const timer = setTimeout(() => late.reject(new ChunkFailed('too late')), LOAD_LIMIT)
  return Promise.race([loading, late.promise]).finally(() => clearTimeout(timer))
}

/**
 * Fetches a file, again where the network refuses it for a moment; does not wait for a network that is away.
 *
 * @throws ChunkFailed
 */
export const fetchAgain = <T>(attempt: () => Promise<T>): Promise<T> =>
  keepTrying(attempt, navigator.onLine ? TRIES : 1).catch(fail)

/** Whether an engine could not fetch a module; every other error is thrown by the module itself. */
const notFetched = (error: unknown): boolean => error instanceof TypeError && /module/i.test(error.message)

const IMPORT = /\b(?:from|import)\s*["'](\.\/[\w.-]+\.js)["']/g
/** The files that a built chunk imports statically. */
export const importsOf = (code: string): string[] => [...code.matchAll(IMPORT)].map(([, file]) => file!)

/** How a loader reaches the browser. */
export interface Means {
  /** Brings a file into the browser's cache, and gives its text. */
  fetch(file: string): Promise<string>
  import(file: string): Promise<unknown>
  /** The files that the document has named: the browser asks for them by itself. */
  named(): readonly string[]
}

/**
 * The module of a chunk.
 *
 * @throws ChunkFailed
 */
export type LoadChunk = (file: string) => Promise<unknown>

/** Loads the chunks of a build, whose number bounds all that is kept here. */
export function createLoader(means: Means): LoadChunk {
  const loading = new Map<string, Promise<unknown>>()
  let fetched: Map<string, Promise<string[]>> | undefined

  /** Fetches a file once; gives what it imports. */
  function fetchFile(file: string): Promise<string[]> {
    fetched ??= new Map(means.named().map((name) => [name, Promise.resolve([])]))
    return once(fetched, file, async () => importsOf(await fetchAgain(() => means.fetch(file))))
  }

  async function fetchAll(file: string, seen = new Set<string>()): Promise<void> {
    if (seen.has(file)) return
    seen.add(file)
    await Promise.all((await fetchFile(file)).map((next) => fetchAll(next, seen)))
  }

  async function load(file: string): Promise<unknown> {
    for (let again = false; ; again = true) {
      await fetchAll(file)
      try {
        return await means.import(file)
      } catch (error) {
        if (!notFetched(error)) throw error
        if (again) throw new ChunkFailed(error, true)
        fetched = new Map()
      }
    }
  }

  return (file) => once(loading, file, () => withinLimit(load(file)))
}

/** The promise that a map holds for a key: `begin` makes it, again after it has failed. */
export function once<T>(kept: Map<string, Promise<T>>, key: string, begin: () => Promise<T>): Promise<T> {
  const known = kept.get(key)
  if (known) return known
  const begun = begin()
  kept.set(key, begun)
  begun.catch(() => kept.delete(key))
  return begun
}
