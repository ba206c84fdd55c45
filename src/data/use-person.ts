import { useSyncExternalStore } from 'react'
import { client } from './worker/worker-client.ts'

/** The person whose data this device shows now; undefined until the worker has reported it. */
export function usePerson(): { uid: string; guest: boolean } | undefined {
  return useSyncExternalStore(client.subscribe, client.person, () => undefined)
}

/** True when another tab runs a newer version, whose databases this one can neither read nor write. */
export function useOutdated(): boolean {
  return useSyncExternalStore(client.subscribe, client.outdated, () => false)
}

/** True when the worker could not be started, so that nothing can be read or saved. */
export function useDeviceFailed(): boolean {
  return useSyncExternalStore(client.subscribe, client.failed, () => false)
}
