import type { Env } from '../env/env.ts'

/** A sleep that others can end; one that was woken since `rouse` does not begin. */
export interface Sleeper {
  wake(): void
  /** Begins a round: what wakes it from now on also keeps the next sleep from beginning. */
  rouse(): void
  /** Sleeps until woken, or so many ms have passed (Infinity: until woken). */
  sleep(ms: number): Promise<void>
}

export function createSleeper(env: Env): Sleeper {
  let woken = false
  let end = (): void => {}
  return {
    wake: () => {
      woken = true
      end()
    },
    rouse: () => {
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
