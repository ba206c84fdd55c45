import { partsOf } from '../desk-id.ts'
import { waitingStates } from '../intent-states.ts'
import type { UserReader } from '../read.ts'
import { userDbName } from '../schema.ts'
import { changeOf, type DeskChange } from './desk-changes.ts'

// What of a store's desk is not at the market yet, as the sync centre tells it.

/** One that is not at the server yet; since when (Unix ms). */
interface UnsentChange extends DeskChange {
  since: number
}

/** So many of what waits are told one by one. */
const TOLD = 50

/** What of a desk is not at the market: how much waits, the first of it, and how much needs somebody. */
export interface DeskWaits {
  waiting: number
  needs: number
  changes: UnsentChange[]
}

export async function deskWaits(user: UserReader): Promise<DeskWaits> {
  const unsent = () => user.outbox.where('state').anyOf([...waitingStates])
  const [waiting, needs, rows] = await Promise.all([
    unsent().count(),
    user.outbox.where('state').anyOf(['rejected', 'conflict']).count(),
    unsent().limit(TOLD).toArray(),
  ])
  const changes = await Promise.all(
    rows
      .toSorted((a, b) => a.createdAt - b.createdAt || a.seq! - b.seq!)
      .map(async (row) => ({ ...(await changeOf(user, row)), since: row.createdAt })),
  )
  return { waiting, needs, changes }
}

/** The databases of a person's desks among those that were ever opened here, each with its store. */
export const desksOf = (ids: readonly string[], uid: string): { name: string; storeUid: string }[] =>
  ids.flatMap((id) => {
    const parts = partsOf(id)
    return parts?.uid === uid ? [{ name: userDbName(id), storeUid: parts.storeUid }] : []
  })
