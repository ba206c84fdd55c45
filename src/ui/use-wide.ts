import { useSyncExternalStore } from 'react'

const query = '(min-width: 768px)'

const subscribe = (tell: () => void): (() => void) => {
  const list = matchMedia(query)
  list.addEventListener('change', tell)
  return () => list.removeEventListener('change', tell)
}

/** Whether there is room for two columns side by side; false where there is no window. */
export const useWide = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => matchMedia(query).matches,
    () => false,
  )
