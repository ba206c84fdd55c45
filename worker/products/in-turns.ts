/** How long the worker is busy without hearing messages (ms). A worker that answers no ping for long is ended. */
const TURN = 40

/** The result of a piece of work that is done in turns: gestures, answers and pings come in between. */
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
