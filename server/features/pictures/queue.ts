/**
 * Runs at most `width` jobs at once and lets at most `waiting` more wait; undefined when there is no room. Equal jobs
 * under way are one.
 */
export function jobQueue<T>(
  width: number,
  waiting: number,
): (name: string, job: () => Promise<T>) => Promise<T> | undefined {
  const underWay = new Map<string, Promise<T>>()
  const line: (() => void)[] = []
  let running = 0

  const leave = (): void => {
    const next = line.shift()
    if (next) next()
    else running--
  }

  return (name, job) => {
    const same = underWay.get(name)
    if (same) return same
    if (running >= width && line.length >= waiting) return undefined
    const turn =
      running < width
        ? Promise.resolve()
        : new Promise<void>((resolve) => {
            line.push(resolve)
          })
    if (running < width) running++
    const done = turn.then(job).finally(() => {
      underWay.delete(name)
      leave()
    })
    underWay.set(name, done)
    return done
  }
}
