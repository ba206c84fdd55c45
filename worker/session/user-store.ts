import { NewerDatabase, openUserDb, type UserDb } from '#localdb/open.ts'
import { newSealKey, unseal } from '#localdb/seal.ts'
import { GUEST } from '#localdb/schema.ts'
import { LAYOUT } from '#localdb/versions.ts'
import type { DeviceSession } from '#localdb/device.ts'
import type { Gesture, MutateOutcome } from '../api/worker-api.ts'
import { isQuota } from '#localdb/storage-errors.ts'
import type { Env } from '../env/env.ts'
import { isLoadingAll, knowAll } from '../guess/know-all.ts'
import { isKnown, isKnownMutation, knownMutation } from '../guess/known.ts'
import { NothingToReplace, type NewIntent } from '../outbox/enqueue/commit.ts'
import { createEnqueue, type Enqueue } from '../outbox/enqueue/enqueue.ts'
import { FileNotHere } from '../outbox/needed-files.ts'
import { FenceError, readMeta, type Fence } from '../outbox/fence.ts'
import { newIncarnation } from '../outbox/incarnation.ts'
import { sealPayload } from '../outbox/sealing.ts'

/** One owner's opened database, with everything that works on it without the network. */
export interface UserStore {
  /** The owner's uid: a person's, or at a desk the store's. */
  uid: string
  /** The id that names its database: the person's uid, or the desk's id (localdb/desk-id.ts). */
  id: string
  guest: boolean
  db: UserDb
  fence: Fence
  key: CryptoKey
  enqueue: Enqueue
  /** The session it was opened with; its token is undefined when its key was lost. */
  session: { token: string | undefined; epoch: number } | undefined
}

/** The identity to which the sealed token is bound. */
export const tokenSealedAs = (uid: string) => ({ uid, id: 'token', version: 1 })

/** How long ended intents are kept (ms). */
export const ARCHIVED_MS = 90 * 86_400_000

/**
 * Opens a person's database, making its fence, incarnation and key the first time. The state of the session is left as
 * it is when `device` is undefined. `saved` is called after each commit of intents; `freeSpace` drops data that can be
 * fetched again when the disk is full.
 */
export const openUserStore = (
  env: Env,
  uid: string,
  device: DeviceSession | null | undefined,
  saved: () => void,
  freeSpace?: () => Promise<void>,
): Promise<UserStore> =>
  openOwnStore(env, { uid, id: uid }, saved, freeSpace, async (key) => {
    if (device === undefined) return 'unsaid'
    const token = device ? await unseal(key, tokenSealedAs(uid), device.token) : undefined
    return device ? { token: typeof token === 'string' ? token : undefined, epoch: device.tokenEpoch } : undefined
  })

/** The same for any owner. `sessionOf` gives, once the key is there, the session with which it was opened. */
export async function openOwnStore(
  env: Env,
  { uid, id }: Pick<UserStore, 'uid' | 'id'>,
  saved: () => void,
  freeSpace: () => Promise<void> = () => Promise.resolve(),
  sessionOf: (key: CryptoKey) => Promise<UserStore['session'] | 'unsaid'>,
): Promise<UserStore> {
  const db = await openUserDb(id, {
    ...(env.indexedDB && { indexedDB: env.indexedDB }),
    ...(env.IDBKeyRange && { IDBKeyRange: env.IDBKeyRange }),
  })
  const { fence, key } = await prepare(db, uid).catch((error: unknown) => {
    db.close()
    throw error
  })
  const found = await sessionOf(key)
  const session = found === 'unsaid' ? undefined : found
  await db.transaction('rw', [db.meta, db.archive], async () => {
    await db.archive
      .where('endedAt')
      .below(env.now() - ARCHIVED_MS)
      .delete()
    if (found === 'unsaid') return
    const link = await readMeta(db, 'link')
    const epoch = Math.max(link?.epoch ?? 0, session?.epoch ?? 0)
    // A key that was lost takes the token with it: the person signs in again, and nothing else is lost.
    const live = session?.token !== undefined && !(link?.session === 'gone' && epoch === link.epoch)
    await db.meta.put({
      key: 'link',
      online: link?.online ?? env.online(),
      lastContact: link?.lastContact ?? 0,
      session: uid === GUEST ? 'none' : live ? 'ok' : 'gone',
      epoch,
    })
  })
  const enqueue = createEnqueue(db, fence, { saved, freeSpace, report: env.report })
  return { uid, id, guest: uid === GUEST, db, fence, key, session, enqueue }
}

async function prepare(db: UserDb, uid: string): Promise<{ fence: Fence; key: CryptoKey }> {
  // Made before the transaction: awaiting it inside would end the transaction.
  const fresh = await newSealKey()
  return db.transaction('rw', [db.meta, db.keys, db.outbox], async () => {
    const known = await readMeta(db, 'fence')
    // Written by a newer app, whose rows this one must not touch.
    if (known && known.proto > LAYOUT) throw new NewerDatabase()
    // Another person's, or about to be deleted.
    if (known && (known.uid !== uid || known.closed)) throw new FenceError()
    const fence = { incarnation: newIncarnation(), uid, ...known, proto: LAYOUT }
    // The fence is new, or of an older app, which is kept out from now on.
    if (known?.proto !== LAYOUT) await db.meta.put({ ...fence, key: 'fence' })
    const kept = await db.keys.get('seal')
    if (!kept) {
      await db.keys.put({ id: 'seal', key: fresh })
      // The key was lost, so rows sealed with it no longer open: they are pulled again.
      await db.meta.delete('cursor')
    }
    const [opened = 0] = (await db.outbox.toCollection().reverse().limit(1).primaryKeys()) as number[]
    const { proto, incarnation } = fence
    return { fence: { proto, incarnation, uid: fence.uid, opened }, key: kept?.key ?? fresh }
  })
}

/**
 * Records the intents of one gesture for a person, all or none; `first` when nobody has asked for it before. Refusals
 * are values; a full disk is one of them (`storageFull`).
 */
export async function recordGesture(
  person: UserStore,
  env: Env,
  gestures: readonly Gesture[],
  first = false,
): Promise<MutateOutcome> {
  // A gesture whose mutations are known does not overtake an earlier one whose mutations are being loaded.
  if (isLoadingAll() || !gestures.every(({ name }) => isKnown(name))) await knowAll()
  const checked: NewIntent[] = []
  const now = env.now()
  for (const { intentId, name, payload, replaces } of gestures) {
    if (!isKnownMutation(name)) return { kind: 'refused', refusal: { reason: 'updateNeeded' } }
    const m = knownMutation(name)
    // A store's mutations are recorded at its desk, and no others are.
    if ((m.world === 'store') !== (person.id !== person.uid))
      return { kind: 'refused', refusal: { reason: 'wrongOwner' } }
    if (person.guest && !m.guest) return { kind: 'refused', refusal: { reason: 'pleaseLogin' } }
    const parsed = m.payload.safeParse(payload)
    if (!parsed.success) {
      const path = parsed.error.issues[0]?.path.join('.')
      return { kind: 'refused', refusal: path ? { reason: 'invalid', params: { path } } : { reason: 'unreadable' } }
    }
    checked.push({
      intentId,
      name,
      payload: parsed.data,
      createdAt: now,
      deps: [],
      first,
      confirmBy: m.confirmWithin === undefined ? null : now + m.confirmWithin,
      ...(replaces === undefined ? {} : { replaces }),
    })
  }
  // Handed on before it is sealed: sealing takes one gesture longer than another, and gestures keep the person's order.
  const intents = Promise.all(
    checked.map(async (intent) => ({ ...intent, payload: await sealPayload(person, intent.name, intent.payload) })),
  )
  try {
    await person.enqueue.add(intents)
  } catch (error) {
    if (error instanceof NothingToReplace) return { kind: 'refused', refusal: { reason: 'orderMoved' } }
    if (error instanceof FileNotHere) return { kind: 'refused', refusal: { reason: 'fileMissing' } }
    if (isQuota(error)) return { kind: 'refused', refusal: { reason: 'storageFull' } }
    throw error
  }
  return { kind: 'saved' }
}
