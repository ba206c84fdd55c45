import { openUserDb, type IdbEnv } from '#localdb/open.ts'
import type { DeviceStore } from '#localdb/device.ts'
import { isMutationName, mutations } from '#contract/registry.ts'
import type { Mutation } from '#contract/mutation.ts'
import { GUEST, type IntentRow } from '#localdb/schema.ts'
import type { Env } from './env.ts'
import { commit } from './outbox/enqueue.ts'
import { isPending } from './outbox/fold.ts'
import { closeFence, finishWipes, markForWipe } from './wipe.ts'
import type { Person } from './person.ts'

/**
 * Records a guest's waiting intents again as the person's own, each under an intentId derived from the
 * guest's, so that a crash in the middle repeats harmlessly; only then is the guest's database deleted.
 */
export async function mergeGuest(s: { env: Env; idb: IdbEnv; store: DeviceStore }, person: Person): Promise<void> {
  const guest = await openUserDb(GUEST, s.idb)
  // Closed in the transaction that reads it: what another tab still records as a guest's would be deleted unseen.
  const rows = await guest.transaction('rw', [guest.outbox, guest.meta], async () => {
    await closeFence(guest, GUEST)
    return (await guest.outbox.toArray()).filter((row) => isPending(row.state))
  })
  guest.close()
  const own = (intentId: string): string => `${intentId}@${person.uid}`
  // All or nothing: recorded one by one, what is repeated after a failure would come behind what followed it.
  await commit(person.db, person.fence, rows.filter(fits).map((row) => ({
    intentId: own(row.intentId), name: row.name, payload: row.payload, createdAt: row.createdAt, deps: row.deps.map(own), confirmBy: row.confirmBy,
  })))
  // A row that cannot be read keeps nobody from signing in; it is set aside in sight.
  await person.db.quarantine.bulkPut(rows.filter((row) => !fits(row)).map((row) => ({ id: own(row.intentId), reason: 'schema', row, at: s.env.now() })))
  if (rows.length > 0) await person.db.meta.put({ key: 'merged', intents: rows.length, at: s.env.now() })
  await markForWipe(s.store, GUEST, true)
  await s.store.write('session', (old) => (old ? { ...old, mergeGuest: false } : null))
  await finishWipes(s.store, s.idb)
}

const fits = (row: IntentRow): boolean => isMutationName(row.name) && Array.isArray(row.deps) && (mutations[row.name] as unknown as Mutation).payload.safeParse(row.payload).success
