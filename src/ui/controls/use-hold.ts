import { useEffect, useRef, useState } from 'react'

const HOLD_MS = 400
const REPEAT_MS = 90

/** A gesture on a step button: one press, or holding it down. */
export interface Hold {
  /** The number while the button is held; undefined otherwise. */
  held: number | undefined
  start(direction: 1 | -1): void
  /** Ends the gesture and commits the number. */
  stop(): void
}

/**
 * Steps `value` while a button is held. `next` is one step; 0 is only reached by a new press, so that holding never
 * removes.
 */
export function useHold(
  value: number,
  next: (from: number, direction: 1 | -1) => number,
  commit: (to: number) => void,
): Hold {
  const [held, setHeld] = useState<number>()
  const hold = useRef<{ value: number; timer: number } | undefined>(undefined)
  // The timer ends with the stepper.
  useEffect(() => () => window.clearTimeout(hold.current?.timer), [])

  const start = (direction: 1 | -1) => {
    const tick = () => {
      const h = hold.current
      if (!h) return
      const to = next(h.value, direction)
      if (to === h.value || to === 0) return
      h.value = to
      setHeld(to)
      h.timer = window.setTimeout(tick, REPEAT_MS)
    }
    const first = next(value, direction)
    hold.current = { value: first, timer: window.setTimeout(tick, HOLD_MS) }
    setHeld(first)
  }
  const stop = () => {
    const h = hold.current
    if (!h) return
    window.clearTimeout(h.timer)
    hold.current = undefined
    setHeld(undefined)
    commit(h.value)
  }
  return { held, start, stop }
}
