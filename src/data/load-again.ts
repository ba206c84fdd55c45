import { withinLimit } from './load-limit.ts'

/** What `bring` loads: asked for once, within the limit, and again after it could not be. */
export function loadAgain<T>(bring: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined
  return () =>
    (loading ??= withinLimit(bring()).catch((error: unknown) => {
      loading = undefined
      throw error
    }))
}
