import { useEffect, useState } from 'react'

// When another code may be requested (Unix ms), by what it is for; survives leaving the form.
const againAt = new Map<string, number>()

const left = (event: string): number => Math.max(0, Math.ceil(((againAt.get(event) ?? 0) - Date.now()) / 1000))

/** Whole seconds until another code for the same may be requested, and a way to start the countdown. */
export function useCountdown(event: string): { seconds: number; begin(seconds: number): void } {
  const [seconds, setSeconds] = useState(0)
  const running = seconds > 0
  useEffect(() => setSeconds(left(event)), [event])
  useEffect(() => {
    if (!running) return
    const timer = window.setInterval(() => setSeconds(left(event)), 1000)
    return () => window.clearInterval(timer)
  }, [running, event])
  return {
    seconds,
    begin(wait) {
      againAt.set(event, Date.now() + wait * 1000)
      setSeconds(wait)
    },
  }
}
