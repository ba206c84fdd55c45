/** Runs work when there is room for it; undefined, and the work not begun, when too much waits already. */
export type InTurn = <T>(work: () => Promise<T>) => Promise<T | undefined>

/** Lets so many run at once and so many wait, first come first served. */
export function createTurns(runningMax: number, waitingMax: number): InTurn {
  let running = 0
  const waiting: (() => void)[] = []
  return async (work) => {
    if (running >= runningMax) {
      if (waiting.length >= waitingMax) return undefined
      // Whoever ends hands over its place, so that nobody who comes meanwhile takes it.
      await new Promise<void>((resolve) => { waiting.push(resolve) })
    } else running++
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}
