import { useEffect, useRef } from 'react'

/**
 * Asks again for rows that were here and are gone: the browser evicted the storage while the page was open. `there` is
 * undefined until the device has answered.
 */
export function useRefetchEvicted(what: string, there: boolean | undefined, refresh: () => Promise<unknown>): void {
  const had = useRef<string>(undefined)
  useEffect(() => {
    if (there === undefined) return
    if (there) had.current = what
    else if (had.current === what) {
      had.current = undefined
      void refresh()
    }
  }, [what, there, refresh])
}
