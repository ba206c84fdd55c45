import { isMutationName, mutations } from '#contract/registry.ts'
import { knownOr } from '#contract/rules/open.ts'
import { outcomes, PUSH_INTENTS_MAX, type ReadResult } from '#contract/schema/sync.ts'
import type { UnsentIntent } from '#contract/schema/unsent-file.ts'
import type { CallOutcome, TakenOver } from '../api.ts'
import type { Desk } from '../session/session.ts'
import type { Device } from '../session/device.ts'
import { failed } from '../wire/failed.ts'
import { commit, type NewIntent } from '../outbox/commit.ts'
import type { Person } from '../session/user-store.ts'
import { sealPayload } from '../session/sealing.ts'
import { isQuota } from '../env/storage-errors.ts'
import { headerOf, openFile } from './file.ts'

// Takes over the work of a file, so that each intent takes effect at most once, wherever else its file or its device
// still is:
//
//   file ──▶ the shop spends the old ids in this device's favour (sync.adopt) ──▶ recorded anew here, under intentIds
// derived from the old
//
// Between the two nothing is written here, so whoever dies there takes the file over again: the shop answers the same
// device the same.

/** The id under which an intent of a file is recorded: taking it over twice records nothing more. */
const ownId = (intentId: string, incarnation: string): string => `${intentId}@${incarnation}`

/**
 * Records what a file holds as this device's own. Nothing is changed unless the file opens, is this person's, and the
 * shop could be asked.
 */
export async function importUnsent(
  device: Device,
  desk: Desk,
  file: Uint8Array<ArrayBuffer>,
  passphrase: string,
): Promise<CallOutcome<TakenOver>> {
  const { person } = desk
  if (person.guest) return { kind: 'refused', refusal: { reason: 'pleaseLogin' } }
  const told = (said: Exclude<TakenOver['said'], 'done'>): CallOutcome<TakenOver> => ({
    kind: 'accepted',
    data: { said },
  })
  const header = headerOf(file)
  if (header === 'noFile' || header === 'newer') return told(header)
  if (header.uid !== person.uid) return told('otherPerson')
  const intents = await openFile(file, header, passphrase)
  if (!intents) return told('notOpened')
  // All that was in it is in this outbox, or has left it in the person's sight.
  if (header.incarnation === person.fence.incarnation) return told('ownFile')
  const counts = { recorded: 0, already: 0, there: 0, elsewhere: 0, takenBack: 0, refused: 0, unreadable: 0, left: 0 }
  const ours = new Set<string>()
  for (let from = 0; from < intents.length; from += PUSH_INTENTS_MAX) {
    const some = intents.slice(from, from + PUSH_INTENTS_MAX)
    const said = await device.exchange(
      'sync.adopt',
      { uid: person.uid, incarnation: header.incarnation, to: person.fence.incarnation, seqs: some.map((i) => i.seq) },
      desk,
    )
    if (said.kind !== 'accepted') {
      if (from === 0) return failed(said)
      counts.left = intents.length - from
      break
    }
    const results = new Map(said.data.results.map((result) => [result.seq, result]))
    const mine: UnsentIntent[] = []
    for (const intent of some) {
      const fate = fateOf(results.get(intent.seq), person.fence.incarnation)
      if (fate === 'mine') mine.push(intent)
      else counts[fate]++
    }
    const anew = await recordable(person, mine, header.incarnation, ours)
    counts.unreadable += mine.length - anew.length
    if (!(await record(device, desk, anew, counts))) return { kind: 'refused', refusal: { reason: 'storageFull' } }
  }
  // What the shop had already, or refused, comes with its rows.
  desk.kick('probe')
  return { kind: 'accepted', data: { said: 'done', ...counts } }
}

/**
 * What the shop says of an id: given to this device, or what became of it. What waits for the person's consent is asked
 * anew: its thing has one name at the shop, whoever asks.
 */
function fateOf(
  result: ReadResult | undefined,
  to: string,
): 'mine' | 'there' | 'elsewhere' | 'takenBack' | 'refused' | 'left' {
  if (!result || knownOr(outcomes, result.outcome, undefined) === undefined) return 'left'
  if (result.outcome === 'accepted') return 'there'
  if (result.outcome === 'needsConsent') return 'mine'
  if (result.refusal?.reason !== 'cancelled') return 'refused'
  const taker = result.refusal.params?.['to']
  return taker === to ? 'mine' : taker === undefined ? 'takenBack' : 'elsewhere'
}

/**
 * Intents of a file as new ones, sealed as they are kept here; `ours` are the ids that may be depended on. What does
 * not fit its schema is left out.
 */
async function recordable(
  person: Person,
  intents: readonly UnsentIntent[],
  incarnation: string,
  ours: Set<string>,
): Promise<NewIntent[]> {
  const anew: NewIntent[] = []
  for (const { intentId, name, payload, createdAt, confirmBy, deps } of intents) {
    const parsed = isMutationName(name) ? mutations[name].payload.safeParse(payload) : undefined
    if (!isMutationName(name) || !parsed?.success) continue
    const own = ownId(intentId, incarnation)
    ours.add(own)
    anew.push({
      intentId: own,
      name,
      payload: await sealPayload(person, name, parsed.data),
      createdAt,
      confirmBy,
      // What is not taken over with it has ended, or the shop judges without it.
      deps: deps.map((id) => ownId(id, incarnation)).filter((id) => ours.has(id)),
    })
  }
  return anew
}

/** Records them in one transaction, counting what had been recorded before; false when there is no room. */
async function record(
  device: Device,
  { person }: Desk,
  intents: readonly NewIntent[],
  counts: { recorded: number; already: number },
): Promise<boolean> {
  const { db } = person
  const ids = intents.map((i) => i.intentId)
  const [waiting, archived, aside] = await Promise.all([
    db.outbox.where('intentId').anyOf(ids).primaryKeys(),
    db.archive.bulkGet(ids),
    db.quarantine.bulkGet(ids),
  ])
  const before = waiting.length + [...archived, ...aside].filter((row) => row !== undefined).length
  const write = (): Promise<void> => commit(db, person.fence, intents)
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
  counts.already += before
  counts.recorded += intents.length - before
  device.losses.recorded(intents.length - before)
  return true
}
