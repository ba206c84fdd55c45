import type { DeviceEndpointName, Input, Output } from '#contract/registry.ts'
import type { Change } from '#contract/sync/schema-changes.ts'
import type { DeviceStore } from '#localdb/device.ts'
import type { IdbEnv } from '#localdb/open.ts'
import { GUEST } from '#localdb/schema.ts'
import type { CallInput, CallOutcome, CallOutput, CallName } from '../api/worker-api.ts'
import type { Env } from '../env/env.ts'
import { contactOf, type Contact } from './contact.ts'
import type { Sender } from '../outbox/sender/sender.ts'
import type { Evictions } from './eviction.ts'
import { load } from '../env/load.ts'
import { isClosed } from '#localdb/storage-errors.ts'
import { joinTabs, type PersonTabs } from './person-tabs.ts'
import { openUserStore, type UserStore } from './user-store.ts'
import type { OneShot } from './sending.ts'
import type { WireOutcome } from '../wire/envelope.ts'
import type { Wire } from '../wire/wire.ts'

/** One person at work on this device: their database, and the way to the tab that sends for them. */
export interface Session extends Contact {
  person: UserStore
  /** Asks whichever tab sends to do so. */
  kick(how: 'kick' | 'probe'): void
  close(): Promise<void>
}

/** One call in the name of the person of a session, or of the one at hand. */
export type Exchange = <N extends DeviceEndpointName>(
  name: N,
  input: Input<N>,
  at?: Session,
) => Promise<WireOutcome<Output<N>>>

/** The handlers of some of a person's own calls. Each acts for the session that it is given, and for no other. */
export type OwnCallsFor<N extends CallName> = {
  [K in N]: (input: CallInput<K>, session: Session) => Promise<CallOutcome<CallOutput<K>>>
}

/** The parts of the device that a session uses. */
export interface SessionOptions {
  env: Env
  idb: IdbEnv
  store: DeviceStore
  wire: Wire
  base: string
  visible(): boolean
  pulled(session: Session, answered?: readonly Change[]): void
  closed(): void
  outdated(): void
  freeSpace(): Promise<void>
  evictions?: Evictions
  /** Set for a run that ends again: its work under the lease, in place of keeping it. */
  oneShot?: OneShot
}

/** Opens the session of the person whom the device store names; if it names none, the guest's. */
export async function openSession(s: SessionOptions): Promise<Session> {
  const { env } = s
  const device = (await s.store.read('session')) ?? null
  const uid = device?.uid ?? GUEST
  // A guest sends nothing, so the code that sends is not loaded for one.
  const sending = uid === GUEST ? undefined : await load(import('./sending.ts'))
  const tabs = joinTabs(env, uid)
  const { kick, ways } = kicksOf(tabs)
  const person = await openUserStore(env, uid, device, () => kick('kick'), s.freeSpace)
  await s.evictions?.report(person, env.now()).catch(env.report)
  const look = (): void =>
    void s.evictions?.count(person).catch((error: unknown) => {
      if (!isClosed(error)) env.report(error)
    })
  const { senderCredentials: credentials, ...contact } = contactOf(s, person, look)
  const session = sessionOver(s, person, { kick, tabs, contact })
  const begin = sending?.sendFor(s, person, {
    ...contact,
    credentials,
    tabs,
    ways,
    look,
    pulled: (answered) => s.pulled(session, answered),
  })
  if (device?.mergeGuest) {
    // Once for each sign-in that had been a guest before.
    const merged = load(import('./guest-merge.ts')).then(({ mergeGuest }) => mergeGuest(s, person))
    await merged.then(
      () => kick('kick'),
      (error: unknown) => {
        tabs.close()
        person.db.close()
        throw error
      },
    )
  }
  session.lease = begin?.()
  return session
}

/** Asks this tab's sender, once there is one, and those of the other tabs. */
export function kicksOf(tabs: PersonTabs): { kick: Session['kick']; ways: { sender?: Sender } } {
  const ways: { sender?: Sender } = {}
  return {
    ways,
    kick: (how) => {
      ways.sender?.[how]()
      tabs.post(how)
    },
  }
}

/** A session whose `lease` is given up when it is closed, or its database under it. */
export function sessionOver(
  s: SessionOptions,
  person: UserStore,
  { kick, tabs, contact }: Pick<Session, 'kick'> & { tabs: PersonTabs; contact: Contact },
): Session & { lease?: { stop(): Promise<void> } | undefined } {
  const session: ReturnType<typeof sessionOver> = {
    ...contact,
    person,
    kick,
    close: async () => {
      await session.lease?.stop()
      tabs.close()
      person.db.close()
    },
  }
  person.db.on('close', () => {
    void session.lease?.stop()
    s.closed()
  })
  return session
}
