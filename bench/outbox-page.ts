import { createWorker, type Worker } from '#worker/create-worker.ts'
import type { Env } from '#worker/env/env.ts'

// Runs in the browser: what recording costs through the worker's door, beside the bare IndexedDB under it.

/** Milliseconds. */
export interface Measured {
  burst: number
  raw: number
  empty: number
  full: number
}

/** Gestures at once, gestures that wait, and single ones of which the median counts. */
export interface Sizes {
  burst: number
  waiting: number
  singles: number
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
  report: (error) => console.error(error),
}

let id = 0
const favour = (worker: Worker): Promise<unknown> =>
  worker.mutate([{ intentId: crypto.randomUUID(), name: 'favourite.set', payload: { id: ++id, on: true } }])
const many = (worker: Worker, count: number): Promise<unknown> =>
  Promise.all(Array.from({ length: count }, () => favour(worker)))

async function timed(work: () => Promise<unknown>): Promise<number> {
  const since = performance.now()
  await work()
  return performance.now() - since
}

/** The median time that one gesture takes from the call to "saved". */
async function single(worker: Worker, singles: number): Promise<number> {
  const times: number[] = []
  for (let i = 0; i < singles; i++) times.push(await timed(() => favour(worker)))
  return times.sort((a, b) => a - b)[singles >> 1]!
}

/** The same rows and indexes in the same two transactions, without anything of ours. */
async function raw(burst: number): Promise<number> {
  const open = indexedDB.open(`raw-${Math.random()}`, 1)
  open.onupgradeneeded = () => {
    const outbox = open.result.createObjectStore('outbox', { keyPath: 'seq', autoIncrement: true })
    outbox.createIndex('intentId', 'intentId', { unique: true })
    outbox.createIndex('state', 'state')
    outbox.createIndex('lanes', 'lanes', { multiEntry: true })
    outbox.createIndex('keys', 'keys', { multiEntry: true })
    open.result.createObjectStore('favourites', { keyPath: 'key' })
  }
  await new Promise((done) => {
    open.onsuccess = done
  })
  const group = (from: number, to: number): Promise<unknown> =>
    new Promise((done, failed) => {
      const tx = open.result.transaction(['outbox', 'favourites'], 'readwrite', { durability: 'strict' })
      for (let i = from; i < to; i++) {
        tx.objectStore('outbox').add({
          intentId: crypto.randomUUID(),
          incarnation: 'incarnation-0001',
          uid: 'guest',
          proto: 1,
          name: 'favourite.set',
          payload: { id: i, on: true },
          lanes: [`favourite:${i}`],
          keys: [`favourites/${i}`],
          deps: [],
          state: 'pending',
          attempts: 0,
          notBefore: 0,
          leaseEpoch: 0,
          last: null,
          createdAt: Date.now(),
          confirmBy: null,
        })
        tx.objectStore('favourites').put({
          key: String(i),
          server: null,
          shown: { id: i, on: true, at: 1 },
          rev: 0,
          pending: 1,
          conflict: false,
        })
      }
      tx.oncomplete = done
      tx.onerror = () => failed(tx.error!)
    })
  return timed(async () => {
    await group(0, 1)
    await group(1, burst)
  })
}

/** One run: call it on a fresh profile. */
export async function measure({ burst, waiting, singles }: Sizes): Promise<Measured> {
  const worker = createWorker(env)
  await worker.ready()
  await single(worker, singles)
  await raw(burst)
  const empty = await single(worker, singles)
  const bursts: number[] = []
  const raws: number[] = []
  for (let i = 0; i < 5; i++) {
    raws.push(await raw(burst))
    bursts.push(await timed(() => many(worker, burst)))
  }
  await many(worker, Math.max(0, waiting - 5 * burst))
  const full = await single(worker, singles)
  const median = (times: number[]): number => times.sort((a, b) => a - b)[times.length >> 1]!
  return { burst: median(bursts), raw: median(raws), empty, full }
}
