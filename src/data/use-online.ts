import { useSyncExternalStore } from 'react'

const subscribe = (tell: () => void): (() => void) => {
  addEventListener('online', tell)
  addEventListener('offline', tell)
  return () => {
    removeEventListener('online', tell)
    removeEventListener('offline', tell)
  }
}

/** False when the device itself reports no network; true proves nothing. */
export function useDeviceOnline(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  )
}
