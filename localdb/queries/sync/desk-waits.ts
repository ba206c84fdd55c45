import { deskPartsOf } from '../../desk-id.ts'
import { waitingStates } from '../../intent-states.ts'
import type { UserReader } from '../../read.ts'
import { userDbName } from '../../schema.ts'
import { deskChangeOf, type DeskChange } from './desk-changes.ts'

// The changes of a store's desk that are not at the market yet, as the sync centre shows them.

/** A change that is not at the server yet; `since` is when it was made (Unix ms). */
interface UnsentChange extends DeskChange {
  since: number
}

/** At most this many of the waiting changes are listed one by one. */
const READ_MAX = 50

/** The unsent changes of a desk: how many wait, the first of them, and how many need a person. */
export interface DeskWaits {
  waiting: number
  needs: number
  changes: UnsentChange[]
}

export async function readDeskWaits(user: UserReader): Promise<DeskWaits> {
  const unsent = () => user.outbox.where('state').anyOf([...waitingStates])
  const [waiting, needs, rows] = await Promise.all([
    unsent().count(),
    user.outbox.where('state').anyOf(['rejected', 'conflict']).count(),
    unsent().limit(READ_MAX).toArray(),
  ])
  const changes = await Promise.all(
    rows
      .toSorted((a, b) => a.createdAt - b.createdAt || a.seq! - b.seq!)
      .map(async (row) => ({ ...(await deskChangeOf(user, row)), since: row.createdAt })),
  )
  return { waiting, needs, changes }
}

/** The databases of a person's desks among those that were ever opened here, each with its store. */
export const desksOf = (ids: readonly string[], uid: string): { name: string; storeUid: string }[] =>
  ids.flatMap((id) => {
    const parts = deskPartsOf(id)
    return parts?.uid === uid ? [{ name: userDbName(id), storeUid: parts.storeUid }] : []
  })
