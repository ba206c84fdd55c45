import { userTables } from '#contract/wire/user-tables.ts'
import type { Refusal } from '#contract/wire/schema-refusals.ts'
import { isPastTelling, type ArchivedIntent, type IntentRow } from '#localdb/schema.ts'
import type { CallInput, CallOutcome } from '../api/worker-api.ts'
import type { Session } from '../session/session.ts'
import type { Device } from '../session/device.ts'
import { failed } from '../wire/failed.ts'
import { FileNotHere } from '../outbox/needed-files.ts'
import { isKnownMutation, knownMutation } from '../guess/all.ts'
import { commit, type NewIntent } from '../outbox/enqueue/commit.ts'
import { assertFence, readMeta } from '../outbox/fence.ts'
import { incarnationsOf } from '../outbox/incarnation.ts'
import type { UserStore } from '../session/user-store.ts'
import { unsealPayload } from '../outbox/sealing.ts'

type Needs = Pick<Device, 'env' | 'exchange'>

// An intent that was refused, set aside or taken back is asked for once more: as a new intent at the end of its lanes,
// since the old id is spent or may be. An intent that was only put away comes back as it was, and asks for nothing.

type Done = CallOutcome<Record<string, never>>
const done: Done = { kind: 'accepted', data: {} }

/** The answer to an intent of a newer app, whose mutation is not known here. */
const unknown: Done = { kind: 'refused', refusal: { reason: 'updateNeeded' } }
const known = ({ name }: { name: string }): boolean => isKnownMutation(name)

/** Whether a refusal means that another device has taken the intent over, and carries it out under an id of its own. */
export const isElsewhere = (refusal: Refusal | null | undefined): boolean =>
  refusal?.reason === 'cancelled' && refusal.params?.['to'] !== undefined

/** Runs work on all that intents touch in one transaction. */
export const inOneTransaction = <T>({ db }: UserStore, work: () => Promise<T>): Promise<T> =>
  db.transaction('rw', [db.outbox, db.archive, db.quarantine, db.meta, db.files, ...userTables.map((t) => db[t])], work)

/** Refuses when an intent to be asked again names a file that is no longer here; the transaction has been undone. */
export const orFileMissing = (work: Promise<Done>): Promise<Done> =>
  work.catch((error: unknown) => {
    if (error instanceof FileNotHere) return { kind: 'refused', refusal: { reason: 'fileMissing' } }
    throw error
  })

/** An intent that is in the outbox. */
export const find = ({ db }: UserStore, intentId: string): PromiseLike<IntentRow | undefined> =>
  db.outbox.where('intentId').equals(intentId).first()

/** Whether intents of this store may have been sent under an incarnation. */
async function isOurs({ db }: UserStore, incarnation: string): Promise<boolean> {
  const fence = await readMeta(db, 'fence')
  return fence !== undefined && incarnationsOf(fence).includes(incarnation)
}

/** The id of an intent that is asked again: derived, so that a repeat of the gesture records nothing more. */
const againId = (intentId: string): string => {
  const [, first, times] = /^(.*)~(\d+)$/.exec(intentId) ?? []
  return first === undefined ? `${intentId}~1` : `${first}~${Number(times) + 1}`
}

/**
 * Asks again for a refused intent, and for those it depends on that were refused too: each as a new intent in the old
 * one's place.
 */
export async function retry(device: Needs, session: Session, intentId: string): Promise<Done> {
  const { person } = session
  const set = await person.db.quarantine.get(intentId)
  const outcome = await orFileMissing(
    set
      ? retrySetAside(device, session, intentId, set.row as Partial<IntentRow>)
      : inOneTransaction(person, async (): Promise<Done> => {
          const wanted = await refusedWith(person, intentId)
          // It may have gone through, and under a new id it would again: the person looks.
          if (wanted.some(isPastTelling)) return { kind: 'refused', refusal: { reason: 'idPurged' } }
          if (!wanted.every(known)) return unknown
          if (wanted.length === 0)
            return (await person.db.archive.get(intentId))?.by === againId(intentId)
              ? done
              : { kind: 'refused', refusal: { reason: 'notFound' } }
          const asked = new Set(wanted.map((row) => row.intentId))
          const again = await Promise.all(wanted.map((row) => asNewIntent(person, row, asked, device.env.now())))
          await commit(
            person.db,
            person.fence,
            again.map((intent, i) => ({ ...intent, replaces: wanted[i]!.intentId })),
          )
          return done
        }),
  )
  if (outcome.kind === 'accepted') session.kick('kick')
  return outcome
}

/** A refused intent with those that it depends on that are refused as well, in their order; within a transaction. */
async function refusedWith(person: UserStore, intentId: string): Promise<IntentRow[]> {
  const found = new Map<number, IntentRow>()
  const look = async (id: string): Promise<void> => {
    const row = await find(person, id)
    if (row?.state !== 'rejected' || found.has(row.seq!)) return
    found.set(row.seq!, row)
    for (const dep of row.deps) await look(dep)
  }
  await look(intentId)
  return [...found.values()].sort((a, b) => a.seq! - b.seq!)
}

/**
 * The new intent that asks for what an old one asked for. Prices and revisions stay those that the person
 * saw, so that the server asks where more has changed since; how long it may wait begins again.
 */
async function asNewIntent(
  person: UserStore,
  row: IntentRow,
  asked: ReadonlySet<string>,
  now: number,
): Promise<NewIntent> {
  const m = knownMutation(row.name)
  // A dependency that has ended is dropped: the server decides.
  const waits = await Promise.all(
    (Array.isArray(row.deps) ? row.deps : []).map(async (id) =>
      asked.has(id) ? againId(id) : (await find(person, id)) ? id : undefined,
    ),
  )
  return {
    intentId: againId(row.intentId),
    name: row.name,
    payload: row.payload,
    createdAt: now,
    deps: waits.filter((id) => id !== undefined),
    confirmBy: m.confirmWithin === undefined ? null : now + m.confirmWithin,
    ...(row.from && { from: row.from }),
  }
}

/**
 * Asks again for an intent that was set aside because it could not be read, if it can be now; only once it is certain
 * that it did not go through.
 */
async function retrySetAside(
  device: Needs,
  session: Session,
  intentId: string,
  row: Partial<IntentRow>,
): Promise<Done> {
  const { person } = session
  const name = row.name ?? ''
  const unreadable: Done = { kind: 'refused', refusal: { reason: 'requestFailed' } }
  if (!isKnownMutation(name)) return unreadable
  // Opened outside the transaction, which an awaited cipher would end. A payload without a sealed text where one should
  // be cannot be read either.
  const parsed = knownMutation(name).payload.safeParse(
    await unsealPayload(person, name, row.payload).catch(() => undefined),
  )
  if (!parsed.success) return unreadable
  let ended: Pick<ArchivedIntent, 'state' | 'last'> = { state: 'superseded', last: null }
  const { incarnation, createdAt } = row
  if (row.attempts !== 0 && row.seq !== undefined && incarnation !== undefined && (await isOurs(person, incarnation))) {
    const answer = await device.exchange(
      'sync.void',
      { uid: person.uid, incarnation, seq: row.seq, ...(Number.isFinite(createdAt) && { createdAt }) },
      session,
    )
    if (answer.kind !== 'accepted') return failed(answer)
    const { outcome, refusal, createdAt: of } = answer.data.result
    // The result is of another intent, from a copy of this store: ours never took effect.
    if (of !== undefined && of !== createdAt) ended = { state: 'superseded', last: null }
    else if (outcome === 'accepted') ended = { state: 'acked', last: null }
    else if (isElsewhere(refusal)) ended = { state: 'cancelled', last: refusal! }
  }
  await inOneTransaction(person, async () => {
    if (!(await person.db.quarantine.get(intentId))) return
    const now = device.env.now()
    const whole = { ...row, intentId, name } as IntentRow
    const again = ended.state === 'superseded'
    if (again) await commit(person.db, person.fence, [await asNewIntent(person, whole, new Set(), now)])
    await person.db.archive.put({ ...whole, ...ended, endedAt: now, by: again ? againId(intentId) : null })
    await person.db.quarantine.delete(intentId)
  })
  return done
}

/** Restores an intent that was put away or taken back; within a transaction. A repeat of the gesture finds it done. */
export async function restore(
  person: UserStore,
  intentId: string,
  was: CallInput<'intent.restore'>['was'],
  now: number,
): Promise<Done> {
  const { outbox, quarantine, archive } = person.db
  await assertFence(person.db, person.fence)
  const row = await archive.get(intentId)
  if (row?.by === againId(intentId) || (!row && ((await find(person, intentId)) ?? (await quarantine.get(intentId)))))
    return done
  if (row?.state !== 'cancelled' || row.by !== null || isElsewhere(row.last))
    return { kind: 'refused', refusal: { reason: 'notFound' } }
  if (was === 'waiting') {
    const after = await refusedAfter(person, intentId)
    if (![row, ...after].every(known)) return unknown
    const asked = new Set([intentId, ...after.map((other) => other.intentId)])
    const again = await Promise.all([row, ...after].map((other) => asNewIntent(person, other, asked, now)))
    await commit(
      person.db,
      person.fence,
      again.map((intent, i) => (i === 0 ? intent : { ...intent, replaces: after[i - 1]!.intentId })),
    )
    await archive.put({ ...row, state: 'superseded', by: againId(intentId) })
    return done
  }
  const { endedAt, by: _by, ...kept } = row
  if (was === 'refused') await outbox.put({ ...kept, state: 'rejected' })
  else await quarantine.put({ id: intentId, reason: 'schema', row: kept, at: endedAt })
  await archive.delete(intentId)
  return done
}

/**
 * The intents that were refused because they depend on an intent that was taken back, and those that depend on them, in
 * their order; within a transaction.
 */
async function refusedAfter(person: UserStore, intentId: string): Promise<IntentRow[]> {
  const found = new Map<number, IntentRow>()
  for (const ids = [intentId]; ids.length > 0;) {
    for (const row of await person.db.outbox.where('deps').equals(ids.pop()!).toArray()) {
      if (row.state !== 'rejected' || row.last?.reason !== 'earlierRefused' || found.has(row.seq!)) continue
      found.set(row.seq!, row)
      ids.push(row.intentId)
    }
  }
  return [...found.values()].sort((a, b) => a.seq! - b.seq!)
}
