import { useSyncExternalStore } from 'react'
import { client } from './worker-client.ts'

/** Whose device this is now; undefined until the worker has said so. */
export function usePerson(): { uid: string; guest: boolean } | undefined {
  return useSyncExternalStore(client.subscribe, client.person, () => undefined)
}

/** True when the worker could not be started, so that nothing can be read or saved. */
export function useDeviceFailed(): boolean {
  return useSyncExternalStore(client.subscribe, client.failed, () => false)
}
