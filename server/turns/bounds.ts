/** Something of the server that may hold only so much: a map, a cache, a queue, a table. */
export interface Bound {
  /** In a few words, for the operator. */
  name: string
  /** The largest amount that it holds. */
  limit: number
  unit: 'entries' | 'bytes' | 'rows' | 'days'
  /** The amount that it holds now. */
  use(): number | Promise<number>
}

/** Everything in a market that has a bound. Whatever keeps something between two calls adds itself. */
export interface Bounds {
  add(bound: Bound): void
  all(): readonly Bound[]
}

export function createBounds(): Bounds {
  const known: Bound[] = []
  return {
    add: (bound) => {
      known.push(bound)
    },
    all: () => known,
  }
}
