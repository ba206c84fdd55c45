import { isMutationName, mutations, type MutationName } from '#contract/registry.ts'
import type { Mutation } from '#contract/mutation.ts'
import { PROTOCOL } from '#contract/sync.ts'
import { openUserDb, type UserDb } from '#localdb/open.ts'
import { newSealKey, unseal } from '#localdb/seal.ts'
import { GUEST, type MetaRows } from '#localdb/schema.ts'
import type { DeviceSession } from '#localdb/device.ts'
import type { MutateOutcome } from './api.ts'
import type { Env } from './env.ts'
import { createEnqueue, type Enqueue } from './outbox/enqueue.ts'
import { readMeta, type Fence } from './outbox/fence.ts'

/** One person's opened database, and what can be done with it before the network is spoken of. */
export interface Person {
  uid: string
  guest: boolean
  db: UserDb
  fence: Fence
  key: CryptoKey
  enqueue: Enqueue
  /** The live token, if there is one. */
  session: { token: string; epoch: number } | undefined
}

/** What the token is sealed as. */
export const tokenSealedAs = (uid: string) => ({ uid, id: 'token', version: 1 })

/** Opens a person's database, making its fence, incarnation and key the first time. `saved` is called after each commit of intents. */
export async function openPerson(env: Env, uid: string, device: DeviceSession | null, saved: () => void): Promise<Person> {
  const db = await openUserDb(uid, { ...(env.indexedDB && { indexedDB: env.indexedDB }), ...(env.IDBKeyRange && { IDBKeyRange: env.IDBKeyRange }) })
  const { fence, key } = await prepare(db, uid)
  const token = device ? await unseal(key, tokenSealedAs(uid), device.token) : undefined
  const session = typeof token === 'string' ? { token, epoch: device!.tokenEpoch } : undefined
  // A key that was lost takes the token with it: the person signs in again, and nothing else is lost.
  const state: MetaRows['link']['session'] = uid === GUEST ? 'none' : session ? 'ok' : 'gone'
  await db.transaction('rw', [db.meta], async () => {
    const link = await readMeta(db, 'link')
    const kept = link?.session === 'gone' && state === 'ok' ? 'gone' : state
    await db.meta.put({ key: 'link', online: link?.online ?? env.online(), lastContact: link?.lastContact ?? 0, session: kept })
  })
  return { uid, guest: uid === GUEST, db, fence, key, session, enqueue: createEnqueue(db, fence, saved) }
}

async function prepare(db: UserDb, uid: string): Promise<{ fence: Fence; key: CryptoKey }> {
  // Made before the transaction: awaiting it inside would end the transaction.
  const fresh = await newSealKey()
  return db.transaction('rw', [db.meta, db.keys], async () => {
    const known = await readMeta(db, 'fence')
    const fence = known ?? { proto: PROTOCOL, incarnation: newIncarnation(), uid }
    if (!known) await db.meta.put({ key: 'fence', ...fence })
    const kept = await db.keys.get('seal')
    if (!kept) await db.keys.put({ id: 'seal', key: fresh })
    return { fence: { proto: fence.proto, incarnation: fence.incarnation, uid: fence.uid }, key: kept?.key ?? fresh }
  })
}

/** 96 random bits as 16 URL-safe characters: a store that was evicted and reborn never uses an id again. */
function newIncarnation(): string {
  return btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(12)))).replaceAll('+', '-').replaceAll('/', '_')
}

/** Records one intent for a person. Refusals are values; a full disk is one of them, told loudly. `freeSpace` drops what can be fetched again. */
export async function record(person: Person, env: Env, intentId: string, name: string, payload: unknown, freeSpace: () => Promise<void>): Promise<MutateOutcome> {
  if (!isMutationName(name)) return { kind: 'refused', refusal: { reason: 'updateNeeded' } }
  const m = mutations[name] as unknown as Mutation
  if (person.guest && !m.guest) return { kind: 'refused', refusal: { reason: 'pleaseLogin' } }
  const parsed = m.payload.safeParse(payload)
  if (!parsed.success) return { kind: 'refused', refusal: { reason: 'invalid', params: { path: parsed.error.issues[0]?.path.join('.') ?? '' } } }
  const intent = { intentId, name: name as MutationName, payload: parsed.data, createdAt: env.now(), deps: [], confirmBy: null }
  try {
    await person.enqueue.add(intent)
  } catch (error) {
    if (!isQuota(error)) throw error
    await freeSpace()
    try {
      await person.enqueue.add(intent)
    } catch (again) {
      if (!isQuota(again)) throw again
      return { kind: 'refused', refusal: { reason: 'storageFull' } }
    }
  }
  return { kind: 'saved' }
}

/** A full disk, by the name IndexedDB gives it; Dexie's AbortError carries it inside. */
const isQuota = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'QuotaExceededError' || (error as { inner?: Error }).inner?.name === 'QuotaExceededError')
