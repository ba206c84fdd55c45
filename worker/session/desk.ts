import { admitStoreRows } from '#contract/sync/schema-changes.ts'
import { StoreChange } from '#contract/sync/schema-store-rows.ts'
import { storeMutations } from '#contract/store-mutations.ts'
import { userTables } from '#contract/wire/user-tables.ts'
import { deskId } from '#localdb/desk-id.ts'
import { knowAll } from '../guess/know-all.ts'
import { learn } from '../guess/known.ts'
import { storeGuesses } from '../guess/stores/stores.ts'
import { readMeta } from '../outbox/fence.ts'
import { contactOf, type Contact } from './contact.ts'
import { joinTabs } from './person-tabs.ts'
import { sendFor } from './sending.ts'
import { kicksOf, sessionOver, type Session, type SessionOptions } from './session.ts'
import { openOwnStore, type UserStore } from './user-store.ts'
import { finishWipes, markForWipe } from './wipe.ts'

// A desk is a store as one of its members has it on a device: a session beside the person's, over a database of its
// own, which is sent under that member's token and no other's. Another member on the same device has another database.

/** Loads the world of stores: its mutations with their guesses, and its rows. */
async function knowStores(): Promise<void> {
  await knowAll()
  learn(storeMutations, storeGuesses)
  admitStoreRows(StoreChange)
}

/** Opens a person's desk at a store; undefined when they never were a member, as far as this device knows. */
export async function openDesk(s: SessionOptions, of: Session, storeUid: string): Promise<Session | undefined> {
  const { person } = of
  const membership = (await person.db.memberships.toArray()).find((row) => row.server?.uid === storeUid)?.server
  if (!membership) return undefined
  await knowStores()
  const id = deskId(storeUid, person.uid)
  await s.store.write('desks', (old) => [...(old ?? []).filter((known) => known !== id), id])
  const tabs = joinTabs(s.env, id)
  const { kick, ways } = kicksOf(tabs)
  const desk = await openOwnStore(
    s.env,
    { uid: storeUid, id },
    () => kick('kick'),
    s.freeSpace,
    async () => person.session,
  )
  const ended = (): Promise<void> => endDesk(s, desk)
  if (membership.endedAt !== null) await ended()
  const { senderCredentials, sessionGone, ...others } = contactOf(s, desk, () => undefined)
  const contact: Contact = {
    ...others,
    // It is the person's session that has ended, and with it what is sent for themselves.
    sessionGone: async (speaker, deleted) => {
      await of.sessionGone(speaker, deleted)
      if (!deleted) await sessionGone(speaker)
    },
  }
  const session = sessionOver(s, desk, { kick, tabs, contact })
  const begin = sendFor(s, desk, {
    ...contact,
    credentials: async () => ((await readMeta(desk.db, 'ended')) ? undefined : senderCredentials()),
    sender: person.uid,
    ended,
    tabs,
    ways,
    look: () => undefined,
    pulled: () => undefined,
  })
  session.lease = begin()
  return session
}

/**
 * The membership has ended. What the store had told goes at once, and nothing is sent from here any more; what was not
 * sent stays until the person has kept it in a file or given it up.
 */
async function endDesk({ env }: SessionOptions, { db }: UserStore): Promise<void> {
  await db.transaction('rw', [db.meta, ...userTables.map((t) => db[t])], async () => {
    const known = await readMeta(db, 'ended')
    await db.meta.put({ key: 'ended', at: known?.at ?? env.now() })
    await db.meta.bulkDelete(['cursor', 'position'])
    await Promise.all(userTables.map((t) => db[t].clear()))
  })
}

/** Deletes a desk's database with everything in it; a crash in between is made up for before anything is read. */
export async function leaveDesk({ store, idb }: Pick<SessionOptions, 'store' | 'idb'>, desk: Session): Promise<void> {
  const { id } = desk.person
  await markForWipe(store, id, true)
  await desk.close()
  await finishWipes(store, idb)
}
