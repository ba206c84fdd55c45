import { status } from '#localdb/queries/status.ts'
import { useLive } from './use-live.ts'
import { useDeviceOnline } from './use-online.ts'

/** Whether the shop can be reached, as far as this device knows: it has a network, and the last attempt was answered. */
export function useReachable(): boolean {
  const online = useDeviceOnline()
  const now = useLive(({ user }) => status(user), [])
  return online && now?.online !== false
}
