/** So long the worker is busy without hearing anybody (ms); whoever answers no ping for long is ended. */
const TURN = 40

/** What a piece of work gives, done in turns: gestures, answers and pings come in between. */
export async function inTurns<T>(work: Generator<unknown, T>): Promise<T> {
  for (;;) {
    const until = performance.now() + TURN
    while (performance.now() < until) {
      const step = work.next()
      if (step.done) return step.value
    }
    await new Promise((resolve) => {
      setTimeout(resolve)
    })
  }
}
