import type { Avatar } from '#contract/sync/schema-rows.ts'
import { ownAvatar } from '#localdb/queries/files.ts'
import { useLive } from '../use-live.ts'

/** The person's avatar as this device shows it, and whether it is still to be sent. */
export const useOwnAvatar = (): (Avatar & { pending: boolean }) | undefined => useLive(ownAvatar, [])
