import type { DeviceStore } from '#localdb/device.ts'
import type { UserStore } from './user-store.ts'
import { countPending } from './wipe.ts'

/**
 * Site data cleared, or taken by the browser, while we live: what had not been sent is gone, and only our
 * memory of how much it was is left. It is told like everything else that did not reach the server.
 */
export interface Evictions {
  /** So much has just been recorded. */
  recorded(intents: number): void
  /** Looks how much waits now. */
  count(person: UserStore): Promise<void>
  /**
   * Called with each opening: writes down what was lost since the last one, if anything was, in the database that has
   * been opened.
   */
  report(person: UserStore, now: number): Promise<void>
}

export function createEvictions(store: DeviceStore): Evictions {
  let id: string | undefined
  let unsent = 0
  let known: UserStore | undefined
  const look = async (person: UserStore): Promise<void> => {
    // In a database that came after a loss that could not be told yet, nothing waits: that must not be forgotten for
    // it.
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
          const told = (await db.quarantine.get(`lost:${before}`))?.row as { intents: number } | undefined
          await db.quarantine.put({
            id: `lost:${before}`,
            reason: 'lost',
            row: { intents: Math.max(lost, told?.intents ?? 0), keys: [], lanes: [], deps: [] },
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
