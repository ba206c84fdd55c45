import { createSender, type Sender } from '../outbox/sender/sender.ts'
import { queueForLease, type Holder } from '../outbox/sender/lease.ts'
import type { SenderDeps } from '../outbox/sender/sender-deps.ts'
import { isClosed, isQuota } from '#localdb/storage-errors.ts'
import type { PersonTabs } from './person-tabs.ts'
import type { Env } from '../env/env.ts'
import type { Wire } from '../wire/wire.ts'
import type { UserStore } from './user-store.ts'

// The sending side of a session; a guest has none.

type Contacts = Pick<SenderDeps, 'contact' | 'credentials' | 'sessionGone' | 'sender' | 'ended' | 'pulled'>

/** A run that sends once, with no page open: `run` resolves with whether it wants the lease again. */
export interface OneShot {
  run(sender: Sender, epoch: number, lost: AbortSignal): Promise<boolean>
  waiting(person: UserStore): void
}

/** The parts of the session's options that sending uses (session.ts). */
interface Over {
  env: Env
  wire: Wire
  base: string
  visible(): boolean
  freeSpace(): Promise<void>
  oneShot?: OneShot
}

/** The parts of this tab's sender beside the session. `look` is called now and then while another tab sends. */
interface Sending extends Contacts {
  tabs: PersonTabs
  ways: { sender?: Sender }
  look(): void
}

/** Makes the sender of a session; the returned function has it queue for the lease of the session's database. */
export function sendFor(
  s: Over,
  person: UserStore,
  { tabs, ways, look, pulled, ...contact }: Sending,
): () => ReturnType<typeof queueForLease> {
  const sender = createSender({
    ...contact,
    env: s.env,
    vault: { uid: person.uid, key: person.key },
    wire: s.wire,
    base: s.base,
    db: person.db,
    fence: person.fence,
    visible: () => s.visible() || tabs.visibleElsewhere(),
    pulled,
  })
  ways.sender = sender
  tabs.listen(sender)
  return () => queueForLease(s.env, person.db, person.fence, holderOf(s, person, sender, tabs, look))
}

/** The work of this tab's sender under the lease; `look` is called now and then while another tab has it. */
function holderOf(s: Over, person: UserStore, sender: Sender, tabs: PersonTabs, look: () => void): Holder {
  return {
    hold: (epoch, lost) => (s.oneShot ? s.oneShot.run(sender, epoch, lost) : sender.hold(epoch, lost).then(() => true)),
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
