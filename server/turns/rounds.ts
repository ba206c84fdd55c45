/** Work that is repeated. */
export interface Round {
  /** Its pace (ms). A round that takes longer than that is not begun twice. */
  every: number
  /** The delay of the first one (ms). */
  after?: number
  work(): Promise<unknown>
  failed(error: unknown): void
}

/** Reports the failure of a round in the log. */
export const reportRound =
  (failure: string) =>
  (error: unknown): void => {
    console.error(`${failure}:`, error instanceof Error ? error.message : error)
  }

/**
 * Repeats work until the returned function is called, which waits for the work that is under way. It keeps the process
 * alive.
 */
export function startRounds(rounds: readonly Round[]): () => Promise<void> {
  const running = new Set<Promise<unknown>>()
  const timers: NodeJS.Timeout[] = []
  for (const { every, after = 0, work, failed } of rounds) {
    let busy = false
    const run = (): void => {
      if (busy) return
      busy = true
      const round = work()
        .catch(failed)
        .finally(() => {
          busy = false
          running.delete(round)
        })
      running.add(round)
    }
    if (after === 0) run()
    else timers.push(setTimeout(run, after))
    timers.push(setInterval(run, every))
  }
  return async () => {
    for (const timer of timers) clearTimeout(timer)
    await Promise.all(running)
  }
}
