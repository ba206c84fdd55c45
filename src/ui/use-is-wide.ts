import { useSyncExternalStore } from 'react'

const query = '(min-width: 1100px)'
const subscribe = (tell: () => void): (() => void) => {
  const media = matchMedia(query)
  media.addEventListener('change', tell)
  return () => media.removeEventListener('change', tell)
}

/** Whether the window is as wide as a desk's; false in a document, which does not know it. */
export const useIsWide = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => matchMedia(query).matches,
    () => false,
  )
