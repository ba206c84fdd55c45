import { writeFileSync } from 'node:fs'
import { constants, setPriority } from 'node:os'

/** A helper's answer to an order: its result, or in words why there is none. */
export type HelperAnswer<Result> = { result: Result } | { error: string }

/**
 * Carries out the orders of a parent that has made this process by `createHelper`. It has the lowest priority, so that
 * it takes what the market leaves of the processors, and where memory runs out it ends before the market does.
 */
export function serveHelper<Order, Result>(work: (order: Order) => Promise<Result>): void {
  // Threads begin with the priority of the one that begins them.
  setPriority(constants.priority.PRIORITY_LOW)
  yieldMemory()
  process.on('message', (order: Order) => {
    const answer = (sent: HelperAnswer<Result>): void => {
      // Nobody hears it any more when the market ended meanwhile.
      process.send?.(sent, undefined, undefined, () => undefined)
    }
    work(order).then(
      (result) => answer({ result }),
      (error: unknown) => answer({ error: String(error) }),
    )
  })
  // Ctrl-C goes to everybody at the terminal. The market ends this process when it ends itself, however that happens.
  process.on('SIGINT', () => undefined)
  process.on('disconnect', () => process.exit(0))
}

/** Makes Linux end this process first where memory runs out. A system that does not allow it loses only that. */
function yieldMemory(): void {
  if (process.platform !== 'linux') return
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000')
  } catch (error) {
    console.warn('Pictures may take the market’s memory along:', error)
  }
}
