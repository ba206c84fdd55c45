/** Something that can be subscribed to: it tells values, or that it failed. */
export interface Observable<T> {
  subscribe(next: (value: T) => void, fail: (error: unknown) => void): () => void
}

/** One subscription for all who listen, as React's useSyncExternalStore takes it. */
export interface Shared<T> {
  subscribe(listener: () => void): () => void
  /** The last value; undefined before the first. @throws what the source failed with. */
  get(): T | undefined
}

/** Shares a source: it is subscribed to with the first listener, and left with the last. */
export function shared<T>(source: Observable<T>): Shared<T> {
  const listeners = new Set<() => void>()
  let last: { value: T } | { error: unknown } | undefined
  let leave: (() => void) | undefined
  const tell = (result: typeof last): void => {
    last = result
    for (const listener of [...listeners]) listener()
  }
  return {
    subscribe(listener) {
      listeners.add(listener)
      leave ??= source.subscribe(
        (value) => tell({ value }),
        (error) => tell({ error }),
      )
      return () => {
        if (!listeners.delete(listener) || listeners.size > 0) return
        leave?.()
        leave = undefined
        last = undefined
      }
    },
    get() {
      if (last && 'error' in last) throw last.error
      return last?.value
    },
  }
}
