/** Runs a piece of work, which could be paused wherever it yields, to its end at once. Returns its result. */
export function atOnce<T>(work: Generator<unknown, T>): T {
  for (;;) {
    const step = work.next()
    if (step.done) return step.value
  }
}
