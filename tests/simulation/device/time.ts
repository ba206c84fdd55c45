import { quiet } from './stage.ts'

interface Timer {
  at: number
  order: number
  run(): void
}

/** When every history begins (Unix ms). */
export const BEGIN = Date.UTC(2026, 0, 15)

/** The largest number of timers due at one moment; more of them are a loop that does not wait. */
const STANDS = 5_000

/** A clock that goes on only when nothing moves any more, and then to the next timer that is due. */
export class Time {
  now = BEGIN
  #order = 0
  #timers: Timer[] = []

  /** Runs a function once after `ms` (virtual); the returned function cancels it. */
  later(ms: number, run: () => void): () => void {
    const timer = { at: this.now + Math.max(0, ms), order: this.#order++, run }
    let i = this.#timers.length
    while (i > 0 && this.#timers[i - 1]!.at > timer.at) i--
    this.#timers.splice(i, 0, timer)
    return () => {
      const at = this.#timers.indexOf(timer)
      if (at >= 0) this.#timers.splice(at, 1)
    }
  }

  wait(ms: number): Promise<void> {
    return new Promise((done) => {
      this.later(ms, done)
    })
  }

  /** Lets `ms` (virtual) pass, with all that is due in them; ends early once `enough` returns true. */
  async pass(ms: number, enough: () => boolean = () => false): Promise<void> {
    const end = this.now + ms
    let stood = 0
    for (let last = this.now; ; last = this.now) {
      await quiet()
      if (enough()) return
      const next = this.#timers[0]
      if (!next || next.at > end) break
      this.#timers.shift()
      this.now = Math.max(this.now, next.at)
      stood = this.now === last ? stood + 1 : 0
      if (stood > STANDS)
        throw new Error(`the clock has stood still over ${STANDS} timers; the last is ${next.run.toString()}`)
      next.run()
    }
    this.now = end
  }
}
