import type { DeviceLocks } from '../../support/device/locks.ts'
import type { Process } from './process.ts'

/**
 * One of a device's locks, as a process asks for it and as it can lose it: `holding` are the names of those it has.
 */
export function lockOf(
  locks: DeviceLocks,
  tab: Process,
  holding: Set<string>,
  inTab: (run: () => void) => void,
  name: string,
  rest: unknown[],
): Promise<unknown> {
  const callback = rest.pop() as (lock: Lock | null) => Promise<unknown>
  const asked = (locks.request as (...args: unknown[]) => Promise<unknown>)(
    name,
    ...rest,
    async (lock: Lock | null) => {
      // Between two tabs there is always a turn of the event loop: the library that both share here would take one's
      // work for the other's.
      await new Promise((next) => {
        setImmediate(next)
      })
      if (tab.dead) return undefined
      if (lock) holding.add(name)
      if (tab.frozen) await new Promise<void>((go) => inTab(go))
      return callback(lock)
    },
  )
  // Let go, or taken away: it is no longer this tab's to pass on when it dies.
  asked.then(
    () => holding.delete(name),
    () => holding.delete(name),
  )
  // A dead process gets no answer any more, or its code would ask again and again.
  return new Promise((done, failed) => {
    asked.then(
      (value) => {
        if (!tab.dead) done(value)
      },
      (error: unknown) => {
        if (!tab.dead) failed(error as Error)
      },
    )
  })
}
