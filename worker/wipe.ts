import type { DeviceStore } from '#localdb/device.ts'
import { deleteUserDb, type IdbEnv } from '#localdb/open.ts'

/** Marks a person's database for deletion and deletes it: the marker is on disk first, so that a wipe a crash interrupted is finished before any read. */
export async function wipe(store: DeviceStore, idb: IdbEnv, uid: string): Promise<void> {
  await store.write('wipe', (old) => [...new Set([...(old ?? []), uid])])
  await finishWipes(store, idb)
}

/** Finishes the deletions that were begun. */
export async function finishWipes(store: DeviceStore, idb: IdbEnv): Promise<void> {
  for (const uid of (await store.read('wipe')) ?? []) {
    await deleteUserDb(uid, idb)
    await store.write('wipe', (old) => (old ?? []).filter((u) => u !== uid))
  }
}
