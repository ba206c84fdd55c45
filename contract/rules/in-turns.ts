/** What a piece of work gives that can be paused wherever it yields, done at once. */
export function atOnce<T>(work: Generator<unknown, T>): T {
  for (;;) {
    const step = work.next()
    if (step.done) return step.value
  }
}
