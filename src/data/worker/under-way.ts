/** Calls that must not be repeated, and have no answer yet. */
let calls = 0
export const callsUnderWay = (): boolean => calls > 0

/** Counts a call until it is answered. */
export function underWay<T>(call: Promise<T>): Promise<T> {
  calls += 1
  return call.finally(() => {
    calls -= 1
  })
}
