import { status, type Status } from '#localdb/queries/status.ts'
import { useLive } from './use-live.ts'

/** How the device stands with the shop; undefined until the device has answered. */
export const useStatus = (): Status | undefined => useLive(({ user }) => status(user), [])
