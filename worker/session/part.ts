import type { DeviceStore } from '#localdb/device.ts'
import type { Env } from '../env/env.ts'
import { countPending } from '../outbox/count-pending.ts'
import type { UserStore } from './user-store.ts'
import { markForWipe } from './wipe.ts'

/**
 * Forgets a person whose account was deleted: their database goes, with what waits in it, which nobody could take
 * any more. How much that was is kept to be told.
 */
export async function partFrom(env: Env, store: DeviceStore, { uid, db }: UserStore): Promise<void> {
  const lost = await countPending(db)
  await store.write('parted', () => ({ at: env.now(), lost }))
  await markForWipe(store, uid, true)
  await store.write('session', (old) => (old?.uid === uid ? null : (old ?? null)))
}
