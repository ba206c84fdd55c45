import { AsyncLocalStorage } from 'node:async_hooks'

// The market's process is killed in the middle of a call: the statements up to a certain one were carried out, the
// rest never come, what was not committed is undone, and nobody hears an answer.

declare global {
  /** Called by the market around each of its statements that `observing` has edited. */
  var caravanStatement: <T>(run: () => Promise<T>) => Promise<T>
}

/** A call whose process dies: so many statements from now, or already. */
interface Death {
  statements: number
}

const dying = new AsyncLocalStorage<Death>()

globalThis.caravanStatement = (run) => {
  const death = dying.getStore()
  if (death && --death.statements < 0) return Promise.reject(new Error('the market was killed'))
  return run()
}

/** Whether what runs here belongs to a process that is dead: what it still says nobody hears. */
export const marketIsDead = (): boolean => (dying.getStore()?.statements ?? 0) < 0

/** Runs a call at a market that is killed after so many of its statements. */
export const untilKilled = <T>(statements: number, call: () => T): T => dying.run({ statements }, call)
