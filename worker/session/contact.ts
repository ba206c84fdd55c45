import { matchLocale } from '#contract/text/locales.ts'
import type { DeviceStore } from '#localdb/device.ts'
import type { Env } from '../env/env.ts'
import { load } from '../env/load.ts'
import { readMeta } from '../outbox/fence.ts'
import type { Credentials } from '../wire/wire.ts'
import type { UserStore } from './user-store.ts'

/** The least time before a link row is written for a newer time of contact alone (ms): every tab reads it. */
const CONTACT_GAP = 5_000

/** The credentials of a person's calls, and notes of how their answers show the network and the session. */
export interface Contact {
  credentials(): Promise<Credentials>
  /** Notes whether the server was reached, and whether only a newer app can read its answer. */
  contact(reached: boolean, updateNeeded?: boolean): Promise<void>
  /**
   * Notes that the server no longer knows the token of this speaker. `deleted`: it no longer knows the account either,
   * of which then nothing stays on this device.
   */
  sessionGone(speaker: Credentials, deleted?: boolean): Promise<void>
}

/**
 * `look` is called with each contact, and `outdated` when another tab has brought a newer token. `senderCredentials`
 * are for pushes and pulls; undefined while the person is not signed in.
 */
export function contactOf(
  { env, store, outdated }: { env: Env; store: DeviceStore; outdated(): void },
  person: UserStore,
  look: () => void,
): Contact & { senderCredentials(): Promise<Credentials | undefined> } {
  const language = async (): Promise<string> => (await store.read('language')) ?? matchLocale([])
  let spoken: string | undefined
  return {
    credentials: async () => ({ token: person.session?.token, language: await language() }),
    // The session in `link` may be one that another tab has brought, while the token of ours did not open.
    // Nobody is shown the texts of pushes and pulls, so their language is looked up once.
    senderCredentials: async () =>
      person.session?.token !== undefined && (await readMeta(person.db, 'link'))?.session === 'ok'
        ? { token: person.session.token, language: (spoken ??= await language()) }
        : undefined,
    contact: (reached, updateNeeded) => {
      look()
      return noteContact(person, env.now(), reached, updateNeeded)
    },
    sessionGone: async (of, deleted) => {
      // A 401 for a token that has been replaced says nothing about the one we hold now.
      if (of.token === undefined || person.session?.token !== of.token) return
      if (deleted && (await parted(env, store, person))) return outdated()
      await noteSessionGone(person, person.session.epoch)
      if ((await store.read('session'))?.tokenEpoch !== person.session.epoch) outdated()
    },
  }
}

/** Has everything of a deleted account wiped; false when the code for it cannot be had now. */
async function parted(env: Env, store: DeviceStore, person: UserStore): Promise<boolean> {
  const part = await load(import('./part.ts')).catch(() => undefined)
  await part?.partFrom(env, store, person)
  return part !== undefined
}

/** Writes the link row only when it says something new: every tab reads it. */
async function noteContact({ db }: UserStore, now: number, reached: boolean, needed?: boolean): Promise<void> {
  await db.transaction('rw', [db.meta], async () => {
    const link = await readMeta(db, 'link')
    if (!link) return
    const updateNeeded = needed ?? link.updateNeeded ?? false
    const same = link.online === reached && (link.updateNeeded ?? false) === updateNeeded
    if (same && (!reached || Math.abs(now - link.lastContact) < CONTACT_GAP)) return
    await db.meta.put({ ...link, online: reached, updateNeeded, lastContact: reached ? now : link.lastContact })
  })
}

/** Notes that the token of this epoch is no longer known. A newer one that another tab may have brought stays valid. */
async function noteSessionGone({ db }: UserStore, epoch: number): Promise<void> {
  await db.transaction('rw', [db.meta], async () => {
    const link = await readMeta(db, 'link')
    if (link && link.session !== 'gone' && (link.epoch ?? 0) <= epoch) await db.meta.put({ ...link, session: 'gone' })
  })
}
