import type { EndpointName, Input, Output } from '#contract/registry.ts'
import type { DeviceStore } from '#localdb/device.ts'
import type { IdbEnv } from '#localdb/open.ts'
import { GUEST } from '#localdb/schema.ts'
import type { CallInput, CallOutcome, CallOutput, CallName } from '../api.ts'
import type { Env } from '../env/env.ts'
import { contactOf, type Contact } from './contact.ts'
import type { Holder } from '../outbox/lease.ts'
import type { Sender } from '../outbox/sender.ts'
import type { SenderDeps } from '../outbox/sender-deps.ts'
import type { Evictions } from './eviction.ts'
import { load } from '../env/load.ts'
import { isClosed, isQuota } from '../env/storage-errors.ts'
import { joinTabs, type PersonTabs } from './person-tabs.ts'
import { openUserStore, type UserStore } from './user-store.ts'
import type { WireOutcome } from '../wire/envelope.ts'
import type { Wire } from '../wire/wire.ts'

/** One person at work on this device: their database, and what sends for them. */
export interface Session extends Contact {
  person: UserStore
  /** Asks whichever tab sends to do so. */
  kick(how: 'kick' | 'probe'): void
  close(): Promise<void>
}

/** One call in the name of the person of a session, or of the one at hand. */
export type Exchange = <N extends EndpointName>(
  name: N,
  input: Input<N>,
  at?: Session,
) => Promise<WireOutcome<Output<N>>>

/** What answers some of a person's own calls; each acts for the session that it is given, and for no other. */
export type OwnCallsFor<N extends CallName> = {
  [K in N]: (input: CallInput<K>, session: Session) => Promise<CallOutcome<CallOutput<K>>>
}

/** What a session needs of its device. */
export interface SessionOptions {
  env: Env
  idb: IdbEnv
  store: DeviceStore
  wire: Wire
  base: string
  visible(): boolean
  pulled(session: Session): void
  closed(): void
  outdated(): void
  freeSpace(): Promise<void>
  evictions?: Evictions
  /** What is done with the lease instead of keeping it, by a run that ends again. */
  oneShot?: { run(sender: Sender, epoch: number, lost: AbortSignal): Promise<void>; waiting(person: UserStore): void }
}

/** Opens the session of the person whom the device store names; if it names none, the guest's. */
export async function openSession(s: SessionOptions): Promise<Session> {
  const { env } = s
  const device = (await s.store.read('session')) ?? null
  const uid = device?.uid ?? GUEST
  // A guest sends nothing, so what sends is not loaded for one.
  const sending = uid === GUEST ? undefined : await loadSending()
  const tabs = joinTabs(env, uid)
  const ways: Kicks = { sender: undefined }
  const kick = kickOf(ways, tabs)
  const person = await openUserStore(env, uid, device, () => kick('kick'), s.freeSpace)
  await s.evictions?.report(person, env.now()).catch(env.report)
  const look = (): void =>
    void s.evictions?.count(person).catch((error: unknown) => {
      if (!isClosed(error)) env.report(error)
    })
  const begin = beginOf({ s, person, tabs, ways, kick, look, sending, contact: contactOf(s, person, look) })
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
  return begin()
}

export const loadSending = () =>
  Promise.all([load(import('../outbox/sender.ts')), load(import('../outbox/lease.ts'))] as const)

interface Kicks {
  sender: Sender | undefined
}

/** Asks this tab's sender, once there is one, and those of the other tabs. */
export const kickOf =
  (ways: Kicks, tabs: PersonTabs): Session['kick'] =>
  (how) => {
    if (how === 'kick') ways.sender?.kick()
    else ways.sender?.probe()
    tabs.post(how)
  }

/** What an owner's session is made of, once their database is open. */
interface SessionParts {
  s: SessionOptions
  person: UserStore
  tabs: PersonTabs
  ways: Kicks
  kick: Session['kick']
  look(): void
  /** What sends; undefined for a guest. */
  sending: Awaited<ReturnType<typeof loadSending>> | undefined
  contact: ReturnType<typeof contactOf>
  /** What is a desk's own. */
  desk?: Pick<SenderDeps, 'sender' | 'ended'>
}

/** Makes the sender of an owner's session; what is answered then lets it begin. */
export function beginOf(p: SessionParts): () => Session {
  const { s, person, tabs, ways, kick, look, sending } = p
  const { senderCredentials, ...contact } = p.contact
  if (sending) {
    ways.sender = sending[0].createSender({
      ...contact,
      ...p.desk,
      env: s.env,
      vault: { uid: person.uid, key: person.key },
      wire: s.wire,
      base: s.base,
      db: person.db,
      fence: person.fence,
      visible: () => s.visible() || tabs.visibleElsewhere(),
      credentials: senderCredentials,
      pulled: () => s.pulled(session),
    })
    tabs.listen(ways.sender)
  }
  const close = async (): Promise<void> => {
    await lease?.stop()
    tabs.close()
    person.db.close()
  }
  const session: Session = { ...contact, person, kick, close }
  let lease: ReturnType<Awaited<ReturnType<typeof loadSending>>[1]['queueForLease']> | undefined
  return () => {
    const { sender } = ways
    lease =
      sending &&
      sender &&
      sending[1].queueForLease(s.env, person.db, person.fence, holderOf(s, person, sender, tabs, look))
    person.db.on('close', () => {
      void lease?.stop()
      s.closed()
    })
    return session
  }
}

/** What this tab's sender does with the lease of the person's database; `look` is called now and then meanwhile. */
function holderOf(s: SessionOptions, person: UserStore, sender: Sender, tabs: PersonTabs, look: () => void): Holder {
  return {
    hold: (epoch, lost) => (s.oneShot ? s.oneShot.run(sender, epoch, lost) : sender.hold(epoch, lost)),
    waiting: () => {
      s.oneShot?.waiting(person)
      look()
      if (s.visible()) tabs.post('seen')
    },
    failed: (error) => {
      // A full disk keeps even the server's answers from being written, and with them the space they would free.
      if (isQuota(error)) return s.freeSpace()
      // Closed under it: the person signed out, and the database is about to be deleted.
      if (!isClosed(error)) s.env.report(error)
    },
  }
}
