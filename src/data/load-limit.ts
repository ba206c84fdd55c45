/** The most that a page chunk or the service worker's script may take to load (ms; spec §8, §9). */
export const LOAD_LIMIT = 120_000

/** What is loaded, unless that takes longer than it may: then it has failed, and whoever waits can try again. */
export function withinLimit<T>(loading: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error('It took too long to load')), LOAD_LIMIT)
  return Promise.race([loading, late.promise]).finally(() => clearTimeout(timer))
}
