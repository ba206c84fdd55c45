import { useEffect, useState } from 'react'

/** The last minutes, in which seconds count (ms). */
export const SOON_MS = 10 * 60_000

/** Milliseconds left, updated every second towards the end; undefined while the page is not yet running. */
export function useLeft(until: number): number | undefined {
  const [now, setNow] = useState<number>()
  const soon = now !== undefined && until - now < SOON_MS + 60_000
  useEffect(() => {
    setNow(Date.now())
    const timer = window.setInterval(() => setNow(Date.now()), soon ? 1000 : 15_000)
    return () => window.clearInterval(timer)
  }, [soon])
  return now === undefined ? undefined : until - now
}
