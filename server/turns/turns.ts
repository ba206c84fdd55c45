import type { Bounds } from './bounds.ts'

/**
 * Runs work when there is room for it; undefined, and the work not begun, when too much waits already. `who` asks:
 * those who ask for little are not held up by one who asks for much.
 */
export type InTurn = <T>(work: () => Promise<T>, who?: string) => Promise<T | undefined>

/** Called when it is one's turn, or when there is to be none. */
type Called = (turn: boolean) => void

/**
 * Lets `runningMax` calls run at once and `waitingMax` wait. Callers take turns, and each caller's own work is done in
 * its order. When too many wait, the last call of the caller with the most waiting is sent away. `name` is what waits,
 * for the list of bounds.
 */
export function createTurns(runningMax: number, waitingMax: number, bounds?: Bounds, name = ''): InTurn {
  let running = 0
  let waiting = 0
  bounds?.add({ name, limit: waitingMax, unit: 'entries', use: () => waiting })
  // In the order of their turns, because a caller that had one is put at the end.
  const queues = new Map<string, Called[]>()

  /** Makes room for one more of `who`; false when nobody has more waiting than they. */
  const makeRoom = (who: string): boolean => {
    if (waiting < waitingMax) return true
    const [most] = [...queues.entries()].sort(([, a], [, b]) => b.length - a.length)
    if (!most || most[1].length <= (queues.get(who)?.length ?? 0) + 1) return false
    most[1].pop()!(false)
    waiting--
    return true
  }
  const next = (): Called | undefined => {
    const first = queues.entries().next().value
    if (!first) return undefined
    const [who, queue] = first
    const called = queue.shift()
    queues.delete(who)
    if (queue.length > 0) queues.set(who, queue)
    waiting--
    return called
  }

  return async (work, who = '') => {
    if (running >= runningMax) {
      if (!makeRoom(who)) return undefined
      // A call that ends hands over its place, so that no call that arrives meanwhile takes it.
      const turn = await new Promise<boolean>((called) => {
        queues.set(who, [...(queues.get(who) ?? []), called])
        waiting++
      })
      if (!turn) return undefined
    } else running++
    try {
      return await work()
    } finally {
      const called = next()
      if (called) called(true)
      else running--
    }
  }
}
