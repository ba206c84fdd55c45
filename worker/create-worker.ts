import { endpoints } from '#contract/registry.ts'
import type {
  CallInput,
  CallName,
  CallOutcome,
  CallOutput,
  CallsFor,
  Failed,
  Gesture,
  MutateOutcome,
  WorkerApi,
} from './api.ts'
import { NewerDatabase } from '#localdb/open.ts'
import { CATALOGUE_DB, GUEST, userDbName } from '#localdb/schema.ts'
import { isBeyondBounds } from './session/free-space.ts'
import { isClosed, isQuota } from './env/storage-errors.ts'
import { createCommands } from './commands/commands.ts'
import { createDevice } from './session/device.ts'
import type { Session, OwnCallsFor } from './session/session.ts'
import type { Env } from './env/env.ts'
import { createFollower, SUGGESTED_GAP } from './catalogue/follower.ts'
import { record, type UserStore } from './session/user-store.ts'
import { createPrefetch } from './catalogue/prefetch.ts'

/** One tab's worker: its door, and the way to end it. */
export interface Worker extends WorkerApi {
  /** Without a word on whether the page can be seen, that stays as it was. */
  flush(visible?: boolean): Promise<void>
  close(): Promise<void>
}

/** A guest who looks again asks the market at most so often (ms). */
const PROBE_GAP = 2_000

/** Puts the worker together over an environment; `base` is the API's origin ('' for the page's own). */
export function createWorker(env: Env, base = ''): Worker {
  const missing = (session: Session): void => {
    // A person who left meanwhile misses nothing any more.
    void prefetch.missing(session).catch((error: unknown) => {
      if (!isClosed(error)) env.report(error)
    })
  }
  // On a full disk room is made by whoever next has something to write.
  const unlessMoot = (error: unknown): void => {
    if (!isClosed(error) && !isQuota(error)) env.report(error)
  }
  const followed = async (): Promise<void> => {
    const session = await device.session()
    missing(session)
    const db = await device.catalogue()
    if (!(await isBeyondBounds(db))) return
    const { boundCatalogue } = await import('./commands/lazy.ts')
    await boundCatalogue(session.person.db, db)
  }
  const device = createDevice(env, base, (session) => {
    missing(session)
    void follower.follow(SUGGESTED_GAP).catch(env.report)
  })
  const follower = createFollower(device, () => void followed().catch(unlessMoot))
  const prefetch = createPrefetch(device, follower)
  const calls = createCommands(device, follower)
  const noted = (outcome: MutateOutcome, { length }: readonly Gesture[]): MutateOutcome => {
    if (outcome.kind === 'saved') device.evictions.recorded(length)
    return outcome
  }
  /** The session of the person on whose screen something was done; undefined when somebody else is here by now. */
  const sessionOf = async (as: string | undefined): Promise<Session | undefined> => {
    const session = await device.lookUp()
    return as === undefined || actsFor(as, session.person) ? session : undefined
  }
  const mutate = async (gesture: readonly Gesture[], as?: string, first?: boolean): Promise<MutateOutcome> => {
    // This tab may not have been told who is here: on the screen of nobody yet, or of a guest, it is whoever is here
    // now.
    const mine = (await device.session()).person
    const person = as !== GUEST && as === mine.uid ? mine : (await sessionOf(as))?.person
    if (!person) return another
    try {
      return noted(await record(person, env, gesture, first), gesture)
    } catch (error) {
      if (!isClosed(error)) throw error
      // Closed under it: most likely nothing was saved.
      const now = (await device.reopen()).person
      if (!actsFor(person.uid, now)) return another
      return noted(await record(now, env, gesture), gesture)
    }
  }
  const call = async <N extends CallName>(
    name: N,
    input: CallInput<N>,
    as: string | undefined,
  ): Promise<CallOutcome<CallOutput<N>>> => {
    if (Object.hasOwn(calls.anyones, name)) return (calls.anyones as unknown as CallsFor<N>)[name](input)
    const session = await sessionOf(as)
    if (!session) return another
    try {
      return await (calls.own as unknown as OwnCallsFor<N>)[name](input, session)
    } catch (error) {
      // The person changed, or the storage went, in the middle: it is not known what became of it.
      if (!isClosed(error)) throw error
      return { kind: 'unreachable' }
    }
  }
  return {
    ready: async () => {
      await device.catalogue()
      const { person } = await device.upToDate()
      void follower.start().catch(env.report)
      return { uid: person.uid, guest: person.guest, userDb: userDbName(person.uid), catalogueDb: CATALOGUE_DB }
    },
    mutate: (gesture, as, first) => mutate(gesture, as, first).catch(unlessNewer),
    want: async (name, params, as) => {
      const session = endpoints[name].access === 'session' ? await sessionOf(as) : await device.session()
      return session ? prefetch.want(name, params, session) : another
    },
    call,
    flush: async (seen) => {
      const visible = device.setVisible(seen)
      // A page that is seen again may have been told nothing for a while.
      const session = visible ? await device.lookUp() : await device.session()
      if (!env.online()) await session.contact(false)
      else if (visible && !session.person.guest) {
        session.kick('probe')
        void follower.follow(SUGGESTED_GAP).catch(env.report)
      }
      // A guest sends nothing, so this tells whether the market can be reached.
      else if (visible) await follower.follow(PROBE_GAP)
    },
    ping: async () => env.now(),
    close: () => {
      follower.stop()
      return device.close()
    },
  }
}

const another: MutateOutcome & Failed = { kind: 'refused', refusal: { reason: 'wrongOwner' } }

/**
 * Whether what is done on the screen of `uid` is this person's doing. What was a guest's a moment ago is the person's
 * who signed in; of another's it is never made.
 */
const actsFor = (uid: string, person: UserStore): boolean => uid === person.uid || uid === GUEST

/** A newer app has taken this database over: nothing more is written by this one, and the person is told why. */
function unlessNewer(error: unknown): MutateOutcome {
  if (error instanceof NewerDatabase) return { kind: 'refused', refusal: { reason: 'updateNeeded' } }
  throw error
}
