import { waitingStates } from '../../intent-states.ts'
import type { UserReader } from '../../read.ts'
import type { IntentState, MetaRows } from '../../schema.ts'

/** How the device stands with the server: what the status line says. */
export interface Status {
  /** The last attempt to reach the server succeeded, or none was made yet. */
  online: boolean
  /** Unix ms; 0 before the first. */
  lastContact: number
  session: MetaRows['link']['session']
  /** The server was reached, and only a newer app can read what it says. */
  updateNeeded: boolean
  /** Intents that the server has not answered, as far as this device knows, without those that can still be undone. */
  waiting: number
  /** Those of them that are on the wire now. */
  sending: number
  /** Refused, unreadable, or waiting for consent. */
  needsYou: number
  /** The last time the server turned out to be restored from an older backup, and what was sent again. */
  restored?: Pick<MetaRows['restored'], 'at' | 'intents'>
}

/** Cancellations that wait for second thoughts: nothing holds them up, and the order itself says so. */
const heldForUndo = (user: UserReader): Promise<number> =>
  user.outbox
    .where('keys')
    .startsWith('orders/')
    .filter((row) => row.state === 'pending' && row.attempts === 0 && row.notBefore > Date.now())
    .count()

/** Counts by state index; the queue itself is never loaded. */
export async function status(user: UserReader): Promise<Status> {
  const count = (...states: IntentState[]): Promise<number> => user.outbox.where('state').anyOf(states).count()
  const [link, restored, waiting, undoable, sending, needsYou, quarantined] = await Promise.all([
    user.meta.get('link') as PromiseLike<MetaRows['link'] | undefined>,
    user.meta.get('restored') as PromiseLike<MetaRows['restored'] | undefined>,
    count(...waitingStates),
    heldForUndo(user),
    count('sending'),
    count('conflict', 'rejected'),
    user.quarantine.count(),
  ])
  return {
    online: true,
    lastContact: 0,
    session: 'none',
    updateNeeded: false,
    ...link,
    waiting: waiting - undoable,
    sending,
    needsYou: needsYou + quarantined,
    ...(restored && !restored.open && { restored: { at: restored.at, intents: restored.intents } }),
  }
}
