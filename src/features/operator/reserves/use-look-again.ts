import { useEffect } from 'react'

/** Time between two looks at a check that runs (ms). */
const LOOK_AGAIN = 3_000

/** Asks again while a check runs, until an answer says that it has ended. */
export function useLookAgain(data: { busy: boolean } | undefined, again: () => void): void {
  useEffect(() => {
    if (data?.busy !== true) return
    const timer = window.setTimeout(again, LOOK_AGAIN)
    return () => window.clearTimeout(timer)
  }, [data, again])
}
