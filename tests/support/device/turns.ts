import { vi } from 'vitest'

/**
 * Runs work with a clock that moves by 1 ms whenever it is read, as it is after each step of work that takes turns, so
 * that turns end after the same work on every machine.
 *
 * @returns How often the clock was read, and how often at most between two turns of the event loop
 */
export async function readings(work: () => Promise<unknown>): Promise<{ all: number; longest: number }> {
  let [all, inTurn, longest] = [0, 0, 0]
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => {
    longest = Math.max(longest, ++inTurn)
    return ++all
  })
  let next: NodeJS.Immediate
  const count = () => {
    inTurn = 0
    next = setImmediate(count)
  }
  count()
  try {
    await work()
  } finally {
    clearImmediate(next!)
    clock.mockRestore()
  }
  return { all, longest }
}
