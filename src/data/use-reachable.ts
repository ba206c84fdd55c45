import { useDeviceOnline } from './use-online.ts'
import { useStatus } from './use-status.ts'

/**
 * Whether the server can be reached, as far as this device knows: it has a network, and the last attempt was answered.
 */
export function useReachable(): boolean {
  const online = useDeviceOnline()
  const now = useStatus()
  return online && now?.online !== false
}
