import { useEffect, useState } from 'react'

// When another code may be requested (Unix ms); survives leaving the form.
let againAt = 0

const left = (): number => Math.max(0, Math.ceil((againAt - Date.now()) / 1000))

/** Whole seconds until another code may be requested, and a way to start the countdown. */
export function useCountdown(): { seconds: number; begin(seconds: number): void } {
  const [seconds, setSeconds] = useState(0)
  const running = seconds > 0
  useEffect(() => setSeconds(left()), [])
  useEffect(() => {
    if (!running) return
    const timer = window.setInterval(() => setSeconds(left()), 1000)
    return () => window.clearInterval(timer)
  }, [running])
  return {
    seconds,
    begin(wait) {
      againAt = Date.now() + wait * 1000
      setSeconds(wait)
    },
  }
}
