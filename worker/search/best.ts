/** Keeps the best of many. */
export interface Best<T> {
  /** Whether one would be kept: worth asking before it is made. */
  wants(candidate: T): boolean
  add(candidate: T): void
  /** How many are kept. */
  count(): number
  /** Once as many are kept as may be: the worst of them, which the next must be better than. */
  worst(): T | undefined
  /** Those kept, best first. */
  sorted(): T[]
}

/** Keeps the best `limit`, by a heap whose head is the worst of them. `before`: whether the first is better. */
export function createBest<T>(limit: number, before: (a: T, b: T) => boolean): Best<T> {
  const heap: T[] = []
  const worse = (a: number, b: number): boolean => before(heap[b]!, heap[a]!)
  const swap = (a: number, b: number): void => {
    ;[heap[a], heap[b]] = [heap[b]!, heap[a]!]
  }
  const up = (start: number): void => {
    for (let at = start; at > 0;) {
      const parent = (at - 1) >>> 1
      if (!worse(at, parent)) return
      swap(at, parent)
      at = parent
    }
  }
  const down = (): void => {
    for (let at = 0; ;) {
      let worst = at
      for (const child of [2 * at + 1, 2 * at + 2]) if (child < heap.length && worse(child, worst)) worst = child
      if (worst === at) return
      swap(at, worst)
      at = worst
    }
  }
  return {
    wants: (candidate) => heap.length < limit || before(candidate, heap[0]!),
    add(candidate) {
      if (heap.length < limit) {
        heap.push(candidate)
        up(heap.length - 1)
      } else if (before(candidate, heap[0]!)) {
        heap[0] = candidate
        down()
      }
    },
    count: () => heap.length,
    worst: () => (heap.length < limit ? undefined : heap[0]),
    sorted: () => heap.toSorted((a, b) => (before(a, b) ? -1 : 1)),
  }
}
