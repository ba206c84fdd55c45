import { openUserDb, type IdbEnv } from '#localdb/open.ts'
import type { DeviceStore } from '#localdb/device.ts'
import { GUEST } from '#localdb/schema.ts'
import type { Env } from './env.ts'
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
  await Promise.all(rows.map((row) => person.enqueue.add([{
    intentId: `${row.intentId}@${person.uid}`, name: row.name, payload: row.payload, createdAt: row.createdAt, deps: [], confirmBy: row.confirmBy,
  }])))
  if (rows.length > 0) await person.db.meta.put({ key: 'merged', intents: rows.length, at: s.env.now() })
  await markForWipe(s.store, GUEST, true)
  await s.store.write('session', (old) => (old ? { ...old, mergeGuest: false } : null))
  await finishWipes(s.store, s.idb)
}
