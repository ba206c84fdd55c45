import type { Env } from '../../env/env.ts'

/** A timer whose sleep others can end. After a wake since the last `reset`, `sleep` returns at once. */
export interface WakeableTimer {
  wake(): void
  /** Forgets earlier calls of `wake`; a later one also keeps the next sleep from beginning. */
  reset(): void
  /** Sleeps until woken, or so many ms have passed (Infinity: until woken). */
  sleep(ms: number): Promise<void>
}

export function createWakeableTimer(env: Env): WakeableTimer {
  let woken = false
  let end = (): void => {}
  return {
    wake: () => {
      woken = true
      end()
    },
    reset: () => {
      woken = false
    },
    sleep: (ms) =>
      new Promise((done) => {
        if (woken) return done()
        const callOff = Number.isFinite(ms) ? env.later(ms, () => end()) : () => {}
        end = () => {
          callOff()
          end = () => {}
          done()
        }
      }),
  }
}
