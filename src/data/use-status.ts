import { status, type Status } from '#localdb/queries/status.ts'
import { useLive } from './use-live.ts'

/** The sync status of the device; undefined until the device has answered. */
export const useStatus = (): Status | undefined => useLive(({ user }) => status(user), [])
