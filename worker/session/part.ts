import { deskPartsOf } from '#localdb/desk-id.ts'
import type { DeviceStore } from '#localdb/device.ts'
import { openUserDb, type IdbEnv } from '#localdb/open.ts'
import type { Env } from '../env/env.ts'
import { countPending } from '../outbox/count-pending.ts'
import type { UserStore } from './user-store.ts'
import { forgetApprovalKey, markForWipe } from './wipe.ts'

/** How much waits at the desks of a person, which go with them. */
async function waitingAtDesks(env: Env, store: DeviceStore, uid: string): Promise<number> {
  const idb: IdbEnv = {
    ...(env.indexedDB && { indexedDB: env.indexedDB }),
    ...(env.IDBKeyRange && { IDBKeyRange: env.IDBKeyRange }),
  }
  let waiting = 0
  for (const id of (await store.read('desks')) ?? []) {
    if (deskPartsOf(id)?.uid !== uid) continue
    const desk = await openUserDb(id, idb)
    waiting += await countPending(desk).finally(() => desk.close())
  }
  return waiting
}

/**
 * Forgets a person whose account was deleted: their database goes, with what waits in it, which nobody could take
 * any more. How much that was is kept to be told.
 */
export async function partFrom(env: Env, store: DeviceStore, { uid, db }: UserStore): Promise<void> {
  const lost = (await countPending(db)) + (await waitingAtDesks(env, store, uid))
  await store.write('parted', () => ({ at: env.now(), lost }))
  await markForWipe(store, uid, true)
  await forgetApprovalKey(store, uid)
  await store.write('session', (old) => (old?.uid === uid ? null : (old ?? null)))
}
