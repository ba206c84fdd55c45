import type { EndpointName, Input, Output } from '#contract/registry.ts'
import { matchLocale } from '#contract/locales.ts'
import type { DeviceStore } from '#localdb/device.ts'
import type { IdbEnv } from '#localdb/open.ts'
import { GUEST } from '#localdb/schema.ts'
import type { CallInput, CallOutcome, CallOutput, CallName } from '../api.ts'
import type { Channel, Env } from '../env/env.ts'
import { mergeGuest } from './guest-merge.ts'
import { readMeta } from '../outbox/fence.ts'
import { queueForLease, STALE, type Lease } from '../outbox/lease.ts'
import { createSender, type Sender } from '../outbox/sender.ts'
import type { Evictions } from './eviction.ts'
import { isClosed, isQuota } from '../env/storage-errors.ts'
import { openUserStore, type UserStore } from './user-store.ts'
import type { WireOutcome } from '../wire/envelope.ts'
import type { Credentials, Wire } from '../wire/wire.ts'

/** One person at work on this device: their database, and what sends for them. */
export interface Session {
  person: UserStore
  sender: Sender
  /** Asks whichever tab sends to do so. */
  kick(how: 'kick' | 'probe'): void
  credentials(): Promise<Credentials>
  contact(reached: boolean, updateNeeded?: boolean): Promise<void>
  sessionGone(speaker: Credentials): Promise<void>
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
  /** What is done with the lease instead of keeping it: an errand of one that goes again. */
  oneShot?: { run(sender: Sender, epoch: number, lost: AbortSignal): Promise<void>; waiting(person: UserStore): void }
}

/** Opens the session of the person whom the device store names; if it names none, the guest's. */
export async function openSession(s: SessionOptions): Promise<Session> {
  const { env, store } = s
  const session = (await store.read('session')) ?? null
  const language = async (): Promise<string> => (await store.read('language')) ?? matchLocale([])
  let spoken: string | undefined
  const uid = session?.uid ?? GUEST
  const channel: Channel = env.channel(`caravan-outbox-${uid}`)
  let sender: Sender | undefined
  let open = true
  // The sending tab may be hidden while another is visible. Visible tabs announce themselves, and the sender then uses
  // the pauses of a visible one.
  let seenAt = -Infinity
  const seenElsewhere = (): boolean => Math.abs(env.now() - seenAt) < STALE
  const kick = (how: 'kick' | 'probe'): void => {
    if (how === 'kick') sender?.kick()
    else sender?.probe()
    if (open) channel.post(how)
  }
  const person = await openUserStore(env, uid, session, () => kick('kick'), s.freeSpace)
  const speaker = async (): Promise<Credentials> => ({ token: person.session?.token, language: await language() })
  await s.evictions?.report(person, env.now()).catch(env.report)
  const look = (): void =>
    void s.evictions?.count(person).catch((error: unknown) => {
      if (!isClosed(error)) env.report(error)
    })
  const shared: Omit<Session, 'sender' | 'close'> = {
    person,
    kick,
    credentials: speaker,
    contact: (...how) => {
      look()
      return noteContact(person, env, ...how)
    },
    sessionGone: async (of) => {
      // A 401 for a token that has been replaced says nothing about the one we hold now.
      if (of.token === undefined || person.session?.token !== of.token) return
      await noteSessionGone(person, person.session.epoch)
      if ((await store.read('session'))?.tokenEpoch !== person.session.epoch) s.outdated()
    },
  }
  const mine = (sender = createSender({
    ...shared,
    env,
    vault: { uid: person.uid, key: person.key },
    wire: s.wire,
    base: s.base,
    db: person.db,
    fence: person.fence,
    visible: () => s.visible() || seenElsewhere(),
    // The session that is there may be one which another tab has brought, while the token of ours did not open.
    // Nobody is shown the words of what is sent and pulled: their language is looked up once.
    credentials: async () =>
      person.session?.token !== undefined && (await readMeta(person.db, 'link'))?.session === 'ok'
        ? { token: person.session.token, language: (spoken ??= await language()) }
        : undefined,
    pulled: () => s.pulled(whole),
  }))
  channel.listen((message) => {
    if (message === 'kick') return mine.kick()
    // Where nobody was seen before, the pauses so far were those of a device that nobody looks at.
    const news = message === 'probe' || !seenElsewhere()
    seenAt = env.now()
    if (news) mine.probe()
  })
  if (session?.mergeGuest) {
    await mergeGuest(s, person).then(
      () => kick('kick'),
      (error: unknown) => {
        channel.close()
        person.db.close()
        throw error
      },
    )
  }
  const lease: Lease | undefined = person.guest
    ? undefined
    : queueForLease(env, person.db, person.fence, {
        hold: (epoch, lost) => (s.oneShot ? s.oneShot.run(mine, epoch, lost) : mine.hold(epoch, lost)),
        waiting: () => {
          s.oneShot?.waiting(person)
          look()
          if (s.visible() && open) channel.post('seen')
        },
        failed: (error) => {
          // A full disk keeps even the server's answers from being written, and with them the space they would free.
          if (isQuota(error)) return s.freeSpace()
          // Closed under it: the person signed out, and the database is about to be deleted.
          if (!isClosed(error)) env.report(error)
        },
      })
  person.db.on('close', () => {
    void lease?.stop()
    s.closed()
  })
  const whole: Session = {
    ...shared,
    sender: mine,
    close: async () => {
      await lease?.stop()
      open = false
      channel.close()
      person.db.close()
    },
  }
  return whole
}

/** Writes the link row only when it says something new: every tab reads it. */
async function noteContact(person: UserStore, env: Env, reached: boolean, needed?: boolean): Promise<void> {
  await person.db.transaction('rw', [person.db.meta], async () => {
    const link = await readMeta(person.db, 'link')
    if (!link) return
    const now = env.now()
    const updateNeeded = needed ?? link.updateNeeded ?? false
    const same = link.online === reached && (link.updateNeeded ?? false) === updateNeeded
    if (same && (!reached || Math.abs(now - link.lastContact) < 5_000)) return
    await person.db.meta.put({ ...link, online: reached, updateNeeded, lastContact: reached ? now : link.lastContact })
  })
}

/** The token of this epoch is no longer known; nothing is said of a newer one that another tab may have brought. */
async function noteSessionGone(person: UserStore, epoch: number): Promise<void> {
  await person.db.transaction('rw', [person.db.meta], async () => {
    const link = await readMeta(person.db, 'link')
    if (link && link.session !== 'gone' && (link.epoch ?? 0) <= epoch)
      await person.db.meta.put({ ...link, session: 'gone' })
  })
}
