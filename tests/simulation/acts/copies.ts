import { GUEST, userDbName, type ArchivedIntent, type IntentRow, type MetaRows } from '#localdb/schema.ts'
import { LAYOUT } from '#localdb/versions.ts'
import { mergedId } from '#worker/outbox/enqueue/commit.ts'
import type { Random } from '#server/seed/random.ts'
import type { History } from '../history/history.ts'
import type { Phone } from '../device/phone.ts'
import type { RawDatabase } from '../device/raw-database.ts'
import { drawn, signIn } from './persons.ts'
import type { Act } from './act.ts'

// Two stores of one incarnation: a phone that is put back from a backup, and a profile that is copied.

/** The state of a device: its data, the version of its app, and whether an answer to it had lacked results. */
interface Copy {
  databases: RawDatabase[]
  appVersion: number
  half: boolean
  /** When the wait that a server had asked for ends (virtual ms). */
  retryAt: number
}

/** A copy of a phone's disk at a moment at which nothing is being written; undefined when there is nothing to copy. */
async function copied(h: History, phone: Phone): Promise<Copy | undefined> {
  await h.settle()
  // An upgrade that hangs, say.
  if (phone.disk.isWriting) return undefined
  const fence = phone.disk.row<MetaRows['fence']>(userDbName(phone.person), 'meta', 'fence')
  // A database that newer code has marked is not copied: nobody would remove the mark from the copy.
  if (fence?.proto !== LAYOUT) return undefined
  return {
    databases: phone.disk.copy(),
    appVersion: phone.appVersion,
    half: h.halfAnswered.has(phone),
    retryAt: phone.network.retryAt,
  }
}

/** The ids and states of all intents of a phone's person, in one text. */
const standing = (phone: Phone): string => {
  const name = userDbName(phone.person)
  return [...phone.disk.rows<IntentRow>(name, 'outbox'), ...phone.disk.rows<ArchivedIntent>(name, 'archive')]
    .map((row) => `${row.intentId} ${row.state}`)
    .sort()
    .join()
}

/** Puts a copy onto a phone, and gives up the databases that were there. */
function putOnto(h: History, phone: Phone, { databases, appVersion, half, retryAt }: Copy): void {
  for (const raw of phone.disk.databases.values()) h.forgone.add(raw)
  phone.putBack(databases)
  phone.appVersion = appVersion
  phone.network.retryAt = Math.max(phone.network.retryAt, retryAt)
  if (half) h.halfAnswered.add(phone)
  // No two devices have the same time to the millisecond, nor one after it was off.
  do phone.clock += 1
  while (h.phones.some((other) => other !== phone && other.clock === phone.clock))
}

const act = (h: History, phone: Phone, random: Random): Promise<void> =>
  h.gesture(phone, h.tabOf(phone, random), drawn(h, phone, random))

export const copyActs = {
  /** The phone is put back from a backup of some time ago. */
  phoneRestored: async (h, phone, random) => {
    const backup = await copied(h, phone)
    if (!backup) return
    await h.time.wait(random.whole(1_000, 30_000))
    const before = `${phone.person} ${standing(phone)}`
    putOnto(h, phone, backup)
    if (`${phone.person} ${standing(phone)}` !== before) h.strike('phoneRestored')
    phone.open()
    await h.time.wait(random.whole(0, 500))
    await act(h, phone, random)
  },
  /** The profile is copied onto another device, and both go on. */
  profileCopied: async (h, phone, random) => {
    const other = h.phones[(phone.number + 1) % h.phones.length]!
    const copy = await copied(h, phone)
    if (!copy) return
    putOnto(h, other, copy)
    h.strike('profileCopied')
    other.open()
    await h.time.wait(random.whole(0, 500))
    await Promise.all([phone, other].map((one) => act(h, one, random)))
  },
  /** A guest's profile is copied, and the same person signs in on both. */
  guestCopied: async (h, phone, random) => {
    const other = h.phones[(phone.number + 1) % h.phones.length]!
    const uid = phone.person === GUEST ? random.pick(h.persons).uid : phone.person
    if (phone.person !== GUEST) await h.tabOf(phone, random).call('user.logout', { unsent: 'keep' })
    if (phone.person !== GUEST) return
    for (let n = random.whole(1, 3); n > 0; n--) await act(h, phone, random)
    const copy = await copied(h, phone)
    if (!copy || phone.person !== GUEST) return
    const held = phone.disk.rows<IntentRow>(userDbName(GUEST), 'outbox').map((row) => mergedId(row.intentId, uid))
    putOnto(h, other, copy)
    other.open()
    await Promise.all([phone, other].map((one) => signIn(h, one, uid, h.tabOf(one, random))))
    await h.settle()
    const merged = ({ watch }: Phone): boolean => held.some((id) => watch.fates.has(id))
    if (merged(phone) && merged(other)) h.strike('guestCopied')
  },
} satisfies Record<string, Act>
