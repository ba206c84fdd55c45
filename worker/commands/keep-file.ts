import { FILE_BYTES_MAX, FILE_BYTES_WAITING } from '#contract/pictures/files.ts'
import type { UserDb } from '#localdb/open.ts'
import { fileSealedAs, sealBytes } from '#localdb/seal.ts'
import type { CallOutcome } from '../api/worker-api.ts'
import { isQuota } from '#localdb/storage-errors.ts'
import { assertFence } from '../outbox/fence.ts'
import type { Device } from '../session/device.ts'
import type { OwnCallsFor } from '../session/session.ts'
import type { UserStore } from '../session/user-store.ts'
import { dropUnused, unusedFiles } from '../session/unused-files.ts'

type Needs = Pick<Device, 'env' | 'freeSpace'>

/** The SHA-256 of bytes, in hexadecimal: the id of a file. */
export const idOf = async (bytes: Uint8Array<ArrayBuffer>): Promise<string> =>
  Array.from(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)), (b) => b.toString(16).padStart(2, '0')).join(
    '',
  )

/** The command for files that no intent names yet. */
export const fileCommands = (device: Needs): OwnCallsFor<'file.keep'> => ({
  'file.keep': ({ bytes }, { person }) => keepFile(device, person, bytes),
})

/** Keeps a file, sealed, on this device's disk. Equal bytes are one file. Nothing is sent until an intent names it. */
async function keepFile(
  device: Needs,
  person: UserStore,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<CallOutcome<{ id: string }>> {
  if (person.guest) return { kind: 'refused', refusal: { reason: 'pleaseLogin' } }
  if (bytes.length === 0 || bytes.length > FILE_BYTES_MAX)
    return { kind: 'refused', refusal: { reason: bytes.length === 0 ? 'notAPicture' : 'tooLarge' } }
  await dropUnused(person.db, device.env.now())
  if ((await bytesWaiting(person.db)) + bytes.length > FILE_BYTES_WAITING)
    return { kind: 'refused', refusal: { reason: 'filesFull' } }
  const write = (): Promise<string> => putFile(person, bytes, device.env.now())
  try {
    const id = await write().catch(async (error: unknown) => {
      if (!isQuota(error)) throw error
      await device.freeSpace()
      return write()
    })
    return { kind: 'accepted', data: { id } }
  } catch (error) {
    if (isQuota(error)) return { kind: 'refused', refusal: { reason: 'storageFull' } }
    throw error
  }
}

/** Writes a file, unless it is there; resolves with its id. */
export async function putFile(person: UserStore, bytes: Uint8Array<ArrayBuffer>, now: number): Promise<string> {
  const { db, fence, uid, key } = person
  const id = await idOf(bytes)
  const sealed = await sealBytes(key, fileSealedAs(uid, id), bytes)
  await db.transaction('rw', [db.files, db.fileBytes, db.meta], async () => {
    await assertFence(db, fence)
    const known = await db.files.get(id)
    await db.files.put(
      known ? { ...known, at: now } : { id, state: 'kept', size: bytes.length, sent: 0, at: now, hereAt: 0 },
    )
    // Bytes that are there are overwritten, too: they may be sealed with a key that was lost.
    await db.fileBytes.put({ id, sealed })
  })
  return id
}

/** The bytes of all files that the server does not have, or that something waits for. */
async function bytesWaiting(db: UserDb): Promise<number> {
  const unused = new Set((await unusedFiles(db)).filter((file) => file.state === 'here').map((file) => file.id))
  const files = await db.files.toArray()
  return files.reduce((sum, file) => sum + (unused.has(file.id) ? 0 : file.size), 0)
}
