import type { DeviceStore } from '#localdb/device.ts'
import type { UserStore } from './user-store.ts'
import { countPending } from '../outbox/count-pending.ts'

/**
 * Notices that site data was cleared or evicted while the app runs. The unsent intents are gone then; only their number
 * is left in memory. The sync centre shows it beside everything else that did not reach the server.
 */
export interface Evictions {
  /** Notes that so many intents were just recorded. */
  recorded(intents: number): void
  /** Counts what waits now. */
  count(person: UserStore): Promise<void>
  /**
   * Writes what was lost since the last opening into the database that has just been opened.
   */
  report(person: UserStore, now: number): Promise<void>
}

export function createEvictions(store: DeviceStore): Evictions {
  let id: string | undefined
  let unsent = 0
  let known: UserStore | undefined
  const look = async (person: UserStore): Promise<void> => {
    // A database that was made after a loss is empty. Counting it would forget a loss that is not reported yet.
    if (person !== known) return
    const now = await countPending(person.db)
    if (person === known) unsent = now
  }
  return {
    recorded: (intents) => {
      unsent += intents
    },
    count: look,
    async report(person, now) {
      let present = await store.read('id')
      if (present === undefined) {
        await store.write('id', (old) => old ?? crypto.randomUUID())
        present = await store.read('id')
      }
      const [before, lost] = [id, unsent]
      if (before !== undefined && before !== present && lost > 0) {
        const { db } = person
        await db.transaction('rw', [db.quarantine], async () => {
          // Each open tab tells what it knew of the same loss.
          const reported = (await db.quarantine.get(`lost:${before}`))?.row as { intents: number } | undefined
          await db.quarantine.put({
            id: `lost:${before}`,
            reason: 'lost',
            row: { intents: Math.max(lost, reported?.intents ?? 0), keys: [], lanes: [], deps: [] },
            at: now,
          })
        })
      }
      // Only now: what could not be written down is told at the next opening.
      id = present
      known = person
      await look(person)
    },
  }
}
