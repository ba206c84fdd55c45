declare global {
  /** What the addresses of chunks end with (scripts/build/import-again.ts). */
  var again: string | undefined
}

/** The most that a page chunk or the service worker's script may take to load (ms; spec §8, §9). */
export const LOAD_LIMIT = 120_000
let failures = 0

/**
 * What is loaded, unless that takes longer than it may: then it has failed, and whoever waits can try again, under an
 * address that no engine remembers as failed.
 */
export function withinLimit<T>(loading: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error('It took too long to load')), LOAD_LIMIT)
  return Promise.race([loading, late.promise])
    .catch((error: unknown) => {
      globalThis.again = `?again=${++failures}`
      throw error
    })
    .finally(() => clearTimeout(timer))
}
