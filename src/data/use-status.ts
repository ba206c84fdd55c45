import { useSyncExternalStore } from 'react'
import { status, type Status } from '#localdb/queries/sync/status.ts'
import { shared } from './shared.ts'
import { liveRows } from './use-live.ts'

const shownStatus = shared<Status>(liveRows(({ user }) => status(user)))

/** The sync status of the device; undefined until the device has answered. One live query serves all its users. */
export const useStatus = (): Status | undefined =>
  useSyncExternalStore(shownStatus.subscribe, shownStatus.get, () => undefined)

/**
 * Whether the server can be reached, as far as this device knows: it has a network, and the last attempt was answered.
 */
export function useReachable(): boolean {
  const online = useDeviceOnline()
  const now = useStatus()
  return online && now?.online !== false
}

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
