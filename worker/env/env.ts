import type { IdbEnv } from '#localdb/open.ts'

/** A channel between the tabs of a device. */
export interface Channel {
  post(message: unknown): void
  listen(listener: (message: unknown) => void): void
  close(): void
}

/** Everything the worker takes from the world outside it: real in main.ts, injected per device in tests. */
export interface Env extends IdbEnv {
  fetch(url: string, init: RequestInit): Promise<Response>
  locks: Pick<LockManager, 'request'>
  channel(name: string): Channel
  /** Unix milliseconds; may jump. */
  now(): number
  /** In [0, 1). */
  random(): number
  /** Runs `run` once after `ms` milliseconds; the returned function calls it off. */
  later(ms: number, run: () => void): () => void
  /** False only when the device knows that it has no network; true proves nothing. */
  online(): boolean
  /** Deletes the service worker's cache of a name, whether or not there is one. */
  dropCache(name: string): Promise<unknown>
  /**
   * Keeps the file at a path of the site in the cache of a name, unless it is there already; false when the site has no
   * such file, undefined without a network.
   */
  keepFile(cache: string, path: string): Promise<boolean | undefined>
  /** Deletes some of the kept files. */
  dropFiles(cache: string, paths: readonly string[]): Promise<unknown>
  /** Reports a bug for which no caller waits. */
  report(error: unknown): void
}

/** Resolves after `ms` milliseconds of the environment's time, or at once when the signal is aborted. */
export const wait = (env: Env, ms: number, signal?: AbortSignal): Promise<void> =>
  new Promise((done) => {
    if (signal?.aborted) return done()
    const end = (): void => {
      callOff()
      signal?.removeEventListener('abort', end)
      done()
    }
    const callOff = env.later(ms, end)
    signal?.addEventListener('abort', end)
  })

/** The result of `work` if it ends within `ms` milliseconds; else undefined, and `work` goes on by itself. */
export async function atMost<T>(env: Env, ms: number, work: Promise<T>): Promise<T | undefined> {
  const over = new AbortController()
  try {
    return await Promise.race([work, wait(env, ms, over.signal).then(() => undefined)])
  } finally {
    over.abort()
  }
}
