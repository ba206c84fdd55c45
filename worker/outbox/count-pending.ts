import { pendingStates } from '#localdb/intent-states.ts'
import type { UserDb } from '#localdb/open.ts'

/** How many intents have not ended. */
export const countPending = (db: UserDb): Promise<number> => db.outbox.where('state').anyOf(pendingStates).count()
