import { GUEST } from '#localdb/schema.ts'
import { LAYOUT } from '#localdb/versions.ts'
import { isDesk, deskPartsOf } from '#localdb/desk-id.ts'
import { isSearchKey } from '#localdb/list-keys.ts'
import type { DeviceStore } from '#localdb/device.ts'
import { deleteUserDb, openCatalogueDb, openUserDb, type IdbEnv, type UserDb } from '#localdb/open.ts'
import { readMeta } from '../outbox/fence.ts'
import { isRestoring } from '../outbox/restored.ts'

/**
 * Marks a person's database for deletion. The mark is on disk before anything else happens, so that a wipe which a
 * crash interrupted is finished before any read. Without `discard`, a database that still holds intents is kept.
 */
export const markForWipe = (store: DeviceStore, uid: string, discard: boolean): Promise<void> =>
  store.write('wipe', (old) => [...(old ?? []).filter((w) => w.uid !== uid), { uid, discard }])

/** Deletes the approval key of a person whose account is deleted. */
export const forgetApprovalKey = (store: DeviceStore, uid: string): Promise<void> =>
  store.write('approvalKeys', (old) => (old ?? []).filter((one) => one.uid !== uid))

/**
 * Finishes the deletions that were begun. It signs the person out and deletes their searches, so that the next person
 * does not see them. A guest's deletion follows a sign-in, so it touches neither.
 */
export async function finishWipes(store: DeviceStore, idb: IdbEnv): Promise<void> {
  for (const { uid, discard } of (await store.read('wipe')) ?? []) {
    await store.write('session', (old) => (old?.uid === uid ? null : (old ?? null)))
    if (uid !== GUEST && !isDesk(uid)) await forgetSearches(idb)
    for (const id of [...(await desksOf(store, uid)), uid])
      if (await shut(id, idb, discard)) {
        await deleteUserDb(id, idb)
        if (isDesk(id)) await store.write('desks', (old) => (old ?? []).filter((desk) => desk !== id))
      }
    await store.write('wipe', (old) => (old ?? []).filter((w) => w.uid !== uid))
  }
}

const desksOf = async (store: DeviceStore, uid: string): Promise<string[]> =>
  ((await store.read('desks')) ?? []).filter((id) => deskPartsOf(id)?.uid === uid)

/** Drops the lists of what was searched for. */
async function forgetSearches(idb: IdbEnv): Promise<void> {
  const db = await openCatalogueDb(idb)
  try {
    await db.lists.filter(({ key }) => isSearchKey(key)).delete()
  } finally {
    db.close()
  }
}

/**
 * Closes a database to all writing and returns true. Without `discard` it returns false while the database holds
 * intents, because another tab may just have saved one or the person has not yet seen a refused one; and while a
 * restored server has yet to say which accepted intents it lost.
 */
async function shut(uid: string, idb: IdbEnv, discard: boolean): Promise<boolean> {
  const db = await openUserDb(uid, idb)
  try {
    return await db.transaction('rw', [db.outbox, db.quarantine, db.meta], async () => {
      const closed = (await readMeta(db, 'fence'))?.closed === true
      if (!closed && !discard && (await holdsIntents(db))) return false
      await closeFence(db, uid)
      return true
    })
  } finally {
    db.close()
  }
}

const holdsIntents = async (db: UserDb): Promise<boolean> =>
  (await isRestoring(db)) || (await db.outbox.count()) + (await db.quarantine.count()) > 0

/** Closes a database to all tabs' writing. Runs within a transaction. `into` is the uid that its intents move to. */
export async function closeFence(db: UserDb, uid: string, into?: string): Promise<void> {
  const fence = (await readMeta(db, 'fence')) ?? {
    key: 'fence',
    proto: LAYOUT,
    incarnation: '',
    uid: deskPartsOf(uid)?.storeUid ?? uid,
  }
  await db.meta.put({ ...fence, closed: true, ...(into !== undefined && { into }) })
}
