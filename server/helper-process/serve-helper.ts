import { writeFileSync } from 'node:fs'
import { constants, setPriority } from 'node:os'

/** The result of an order, or in words why there is none. */
export type Told<Result> = { result: Result } | { error: string }

/**
 * Carries out the orders of a parent that has made this process by `createHelper`. It has the lowest priority, so that
 * it takes what the market leaves of the processors, and where memory runs out it ends before the market does.
 */
export function serveHelper<Order, Result>(work: (order: Order) => Promise<Result>): void {
  // Threads begin with the priority of the one that begins them.
  setPriority(constants.priority.PRIORITY_LOW)
  if (process.platform === 'linux') writeFileSync('/proc/self/oom_score_adj', '1000')
  process.on('message', (order: Order) => {
    const tell = (told: Told<Result>): void => {
      // Nobody hears it any more when the market ended meanwhile.
      process.send?.(told, undefined, undefined, () => undefined)
    }
    work(order).then(
      (result) => tell({ result }),
      (error: unknown) => tell({ error: String(error) }),
    )
  })
  // Ctrl-C goes to everybody at the terminal. The market ends this process when it ends itself, however that happens.
  process.on('SIGINT', () => undefined)
  process.on('disconnect', () => process.exit(0))
}
