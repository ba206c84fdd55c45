import type { Change } from '#contract/sync/schema-changes.ts'
import { CATALOGUE_DB, userDbName } from '#localdb/schema.ts'
import type { WorkerApi } from './api/worker-api.ts'
import { createFollower, SUGGESTED_GAP } from './catalogue/follower.ts'
import { createDealClock } from './catalogue/deal-clock.ts'
import { createBroughtAnswers } from './catalogue/keep-document.ts'
import { createPrefetch } from './catalogue/prefetch.ts'
import { createCall } from './commands/call.ts'
import { createCommands } from './commands/commands.ts'
import { createMutate } from './commands/mutate.ts'
import { sessionOf, wrongOwner } from './commands/acts-for.ts'
import type { Env } from './env/env.ts'
import { canWait } from './env/interrupted.ts'
import { load } from './env/load.ts'
import { createDevice } from './session/device.ts'
import { isBeyondBounds } from './session/catalogue-bounds.ts'
import type { Session } from './session/session.ts'

/** One tab's worker: its door, and the way to end it. */
export interface Worker extends WorkerApi {
  /** Without a word on whether the page can be seen, that stays as it was. */
  flush(visible?: boolean): Promise<void>
  close(): Promise<void>
}

/** How often a guest's looking again asks the server at most (ms), but for one whose network has just come back. */
const PROBE_GAP = 2_000

/**
 * Puts the worker together over an environment; `base` is the API's origin ('' for the page's own). With
 * `documentComes` the page is about to hand over the rows of its document.
 */
export function createWorker(env: Env, base = '', documentComes = false): Worker {
  // A person who left meanwhile misses nothing any more. On a full disk room is made by whoever next has something to
  // write; without a network it is not loaded yet.
  const unlessMoot = (error: unknown): void => {
    if (!canWait(error)) env.report(error)
  }
  const missing = (session: Session, of?: readonly Change[]): void =>
    void prefetch.missing(session, of).catch(unlessMoot)
  const followed = async (): Promise<void> => {
    const session = await device.session()
    missing(session)
    const db = await device.catalogue()
    if (!(await isBeyondBounds(db))) return
    const { boundCatalogue } = await load(import('./commands/lazy.ts'))
    await boundCatalogue(session.person.db, db)
  }
  const device = createDevice(env, base, (session, answered) => {
    missing(session, answered)
    if (!answered) void follower.follow(SUGGESTED_GAP).catch(env.report)
  })
  const brought = createBroughtAnswers(device.catalogue, env.now, documentComes)
  const follower = createFollower(device, brought.kept, () => void followed().catch(unlessMoot))
  const deals = createDealClock(device)
  const prefetch = createPrefetch(device, follower, brought)
  let wasOffline = false
  return {
    ready: async () => {
      await device.catalogue()
      const { person } = await device.upToDate()
      void brought.kept().then(follower.start).catch(env.report)
      deals.start()
      return { uid: person.uid, guest: person.guest, userDb: userDbName(person.uid), catalogueDb: CATALOGUE_DB }
    },
    mutate: createMutate(device),
    want: async (name, params, as) => {
      // A person's own rows are all called so; whatever else there is, is anyone's.
      const session = name.startsWith('user.') ? await sessionOf(device, as) : await device.session()
      return session ? prefetch.want(name, params, session) : wrongOwner
    },
    call: createCall(device, createCommands(device, follower, brought)),
    flush: async (seen) => {
      const visible = device.setVisible(seen)
      // A page that is seen again may have been told nothing for a while.
      const session = visible ? await device.lookUp() : await device.session()
      const back = wasOffline && env.online()
      wasOffline = !env.online()
      if (!env.online()) await session.contact(false)
      else if (visible && !session.person.guest) {
        session.kick('probe')
        void follower.follow(SUGGESTED_GAP).catch(env.report)
      }
      // A guest sends nothing, so this tells whether the server can be reached.
      else if (visible) await follower.follow(back ? 0 : PROBE_GAP)
    },
    ping: async () => env.now(),
    close: () => {
      follower.stop()
      deals.stop()
      return device.close()
    },
  }
}
