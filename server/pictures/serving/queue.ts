import type { Bounds } from '../../turns/bounds.ts'
import { createTurns } from '../../turns/turns.ts'

/**
 * Runs at most `width` jobs at once and lets at most `waiting` more wait, in turns by who asks; undefined when there is
 * no room. Equal jobs under way are one. `what` is what waits, for the list of bounds.
 */
export function jobQueue<T>(
  width: number,
  waiting: number,
  bounds?: Bounds,
  what?: string,
): (name: string, job: () => Promise<T>, who?: string) => Promise<T | undefined> {
  const underWay = new Map<string, Promise<T | undefined>>()
  const inTurn = createTurns(width, waiting, bounds, what)
  return (name, job, who) => {
    const same = underWay.get(name)
    if (same) return same
    const done = inTurn(job, who).finally(() => underWay.delete(name))
    underWay.set(name, done)
    return done
  }
}
