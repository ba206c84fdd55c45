import { knownOr } from '#contract/wire/open.ts'
import { outcomes, PUSH_INTENTS_MAX, type ReadResult } from '#contract/sync/schema.ts'
import type { CallOutcome, TakenOver } from '../api/worker-api.ts'
import type { Session } from '../session/session.ts'
import type { Device } from '../session/device.ts'
import type { WireOutcome } from '../wire/envelope.ts'
import { failed } from '../wire/failed.ts'
import { isKnownMutation, knownMutation } from '../guess/all.ts'
import { commit, type NewIntent } from '../outbox/enqueue/commit.ts'
import type { UserStore } from '../session/user-store.ts'
import { sealPayload } from '../outbox/sealing.ts'
import { isQuota } from '#localdb/storage-errors.ts'
import { assertFence } from '../outbox/fence.ts'
import { afterReuse } from '../outbox/incarnation.ts'
import { filesNamed } from '../outbox/needed-files.ts'
import type { UnsentHeader, UnsentIntent } from './file-schema.ts'
import { headerOf, openFile } from './file.ts'

type Needs = Pick<Device, 'env' | 'exchange' | 'freeSpace' | 'evictions'>

// Takes over the work of a file, so that each intent takes effect at most once, wherever else its file or its device
// still is:
//
//   file ──▶ the server spends the old ids in this device's favour (sync.adopt)
//        ──▶ they are recorded again here, under intentIds derived from the old ones
//
// Nothing is written here between the two. After a crash the file is taken over again: the server gives the same device
// the same answer.

/** The id under which an intent of a file is recorded: taking it over twice records nothing more. */
const ownId = (intentId: string, incarnation: string): string => `${intentId}@${incarnation}`

/**
 * Records the intents of a file as this device's own. Nothing is changed unless the file opens, is this person's, and
 * the shop could be asked.
 */
export async function importUnsent(
  device: Needs,
  session: Session,
  file: Uint8Array<ArrayBuffer>,
  passphrase: string,
): Promise<CallOutcome<TakenOver>> {
  const { person } = session
  if (person.guest) return { kind: 'refused', refusal: { reason: 'pleaseLogin' } }
  const answer = (reason: Exclude<TakenOver['said'], 'done'>): CallOutcome<TakenOver> => ({
    kind: 'accepted',
    data: { said: reason },
  })
  const header = headerOf(file)
  if (header === 'noFile' || header === 'newer') return answer(header)
  if (header.uid !== person.uid) return answer('otherPerson')
  const intents = await openFile(file, header, passphrase)
  if (!intents) return answer('notOpened')
  // All that was in it is in this outbox, or has left it in the person's sight. The file of a copy of this store may
  // hold more.
  const ofHere = header.incarnation === person.fence.incarnation
  const own = ofHere ? await recorded(person, intents) : new Set<string>()
  if (ofHere && intents.every((i) => own.has(i.intentId))) return answer('ownFile')
  const counts = { recorded: 0, already: 0, there: 0, elsewhere: 0, takenBack: 0, refused: 0, unreadable: 0, left: 0 }
  const ours = new Set<string>()
  for (let from = 0; from < intents.length; from += PUSH_INTENTS_MAX) {
    const some = intents.slice(from, from + PUSH_INTENTS_MAX)
    // An intent that names pictures which only its own device has is left to that device, which sends them.
    const whole = await withFilesHere(person, some)
    const outcome = await adopted(
      device,
      session,
      header,
      whole.filter((i) => !own.has(i.intentId)),
    )
    if (outcome.kind !== 'accepted') {
      if (from === 0) return failed(outcome)
      counts.left = intents.length - from
      break
    }
    const mine: UnsentIntent[] = []
    for (const intent of some) {
      const fate = own.has(intent.intentId) ? 'already' : fateOf(outcome.data.get(intent), person.fence.incarnation)
      if (fate === 'mine') mine.push(intent)
      else counts[fate]++
    }
    const fresh = await recordable(person, mine, header, ours)
    counts.unreadable += mine.length - fresh.length
    if (!(await record(device, session, fresh, counts))) return { kind: 'refused', refusal: { reason: 'storageFull' } }
  }
  // The rows of intents that the server had already, or refused, come with the next pull.
  session.kick('probe')
  return { kind: 'accepted', data: { said: 'done', ...counts } }
}

/** Those of these intents that this store has recorded, by intentId. */
async function recorded({ db }: UserStore, intents: readonly { intentId: string }[]): Promise<Set<string>> {
  const ids = intents.map((i) => i.intentId)
  const waiting = await db.outbox.where('intentId').anyOf(ids).toArray()
  const [archived, aside] = await Promise.all([db.archive.bulkGet(ids), db.quarantine.bulkGet(ids)])
  return new Set([
    ...[...waiting, ...archived].flatMap((row) => row?.intentId ?? []),
    ...aside.flatMap((row) => row?.id ?? []),
  ])
}

/** Those of these intents of which this device has every file that they name. */
async function withFilesHere({ db }: UserStore, intents: readonly UnsentIntent[]): Promise<UnsentIntent[]> {
  const named = new Map(intents.map((i) => [i, isKnownMutation(i.name) ? filesNamed(i.name, i.payload) : []]))
  const ids = [...new Set([...named.values()].flat())]
  const here = new Set((await db.files.bulkGet(ids)).flatMap((file) => file?.id ?? []))
  return intents.filter((intent) => named.get(intent)!.every((id) => here.has(id)))
}

const incarnationOf = (intent: UnsentIntent, header: UnsentHeader): string => intent.incarnation ?? header.incarnation

/** Has the server spend the ids of these intents in this device's favour, one incarnation after the other. */
async function adopted(
  device: Needs,
  session: Session,
  header: UnsentHeader,
  intents: readonly UnsentIntent[],
): Promise<WireOutcome<Map<UnsentIntent, ReadResult | undefined>>> {
  const { uid, fence } = session.person
  const data = new Map<UnsentIntent, ReadResult | undefined>()
  for (const incarnation of new Set(intents.map((i) => incarnationOf(i, header)))) {
    const some = intents.filter((i) => incarnationOf(i, header) === incarnation)
    const [seqs, createdAts] = [some.map((i) => i.seq), some.map((i) => i.createdAt)]
    const outcome = await device.exchange(
      'sync.adopt',
      { uid, incarnation, to: fence.incarnation, seqs, createdAts },
      session,
    )
    if (outcome.kind !== 'accepted') return outcome
    const results = new Map(outcome.data.results.map((result) => [result.seq, result]))
    for (const intent of some) data.set(intent, results.get(intent.seq))
  }
  return { kind: 'accepted', data }
}

/**
 * The fate of an id at the server: given to this device, or how it ended. An intent that waits for the person's consent
 * is asked again here: its effect has one name at the server, whichever device asks.
 */
function fateOf(
  result: ReadResult | undefined,
  to: string,
): 'mine' | 'there' | 'elsewhere' | 'takenBack' | 'refused' | 'left' {
  if (!result || knownOr(outcomes, result.outcome, undefined) === undefined || result.outcome === 'busy') return 'left'
  if (result.outcome === 'accepted') return 'there'
  if (result.outcome === 'needsConsent') return 'mine'
  if (result.refusal?.reason !== 'cancelled') return 'refused'
  const taker = result.refusal.params?.['to']
  return taker === to ? 'mine' : taker === undefined ? 'takenBack' : 'elsewhere'
}

/**
 * Intents of a file as new ones, sealed as they are kept here; `ours` are the ids that may be depended on. An intent
 * that does not fit its schema is left out.
 */
async function recordable(
  person: UserStore,
  intents: readonly UnsentIntent[],
  header: UnsentHeader,
  ours: Set<string>,
): Promise<NewIntent[]> {
  const found: NewIntent[] = []
  const incarnation = header.incarnation
  for (const intent of intents) {
    const { intentId, seq, name, payload, createdAt, confirmBy, deps } = intent
    const parsed = isKnownMutation(name) ? knownMutation(name).payload.safeParse(payload) : undefined
    if (!isKnownMutation(name) || !parsed?.success) continue
    const own = ownId(intentId, incarnation)
    ours.add(own)
    found.push({
      intentId: own,
      name,
      payload: await sealPayload(person, name, parsed.data),
      createdAt,
      confirmBy,
      // A dependency that is not taken over with it has ended, or the server decides without it.
      deps: deps.map((id) => ownId(id, incarnation)).filter((id) => ours.has(id)),
      from: { incarnation: incarnationOf(intent, header), seq, createdAt, to: person.fence.incarnation },
    })
  }
  return found
}

/**
 * Takes a new incarnation if these come from a copy of this store: the server has spent the very ids that might come
 * next here.
 */
const moveOn = ({ db, fence }: UserStore, intents: readonly NewIntent[]): Promise<void> =>
  db.transaction('rw', db.meta, async () => {
    const own = await assertFence(db, fence)
    const { current = own.incarnation } = own
    if (intents.some(({ from }) => from?.incarnation === current)) await db.meta.put(afterReuse(own, current))
  })

/** Records them in one transaction, counting those recorded before; false when there is no room. */
async function record(
  device: Needs,
  { person }: Session,
  intents: readonly NewIntent[],
  counts: { recorded: number; already: number },
): Promise<boolean> {
  const { db } = person
  // One that was set aside here is known too, and stays aside.
  const known = await recorded(person, intents)
  const fresh = intents.filter((i) => !known.has(i.intentId))
  const write = async (): Promise<void> => {
    await moveOn(person, fresh)
    await commit(db, person.fence, fresh)
  }
  try {
    await write().catch(async (error: unknown) => {
      if (!isQuota(error)) throw error
      await device.freeSpace()
      await write()
    })
  } catch (error) {
    if (isQuota(error)) return false
    throw error
  }
  counts.already += intents.length - fresh.length
  counts.recorded += fresh.length
  device.evictions.recorded(fresh.length)
  return true
}
