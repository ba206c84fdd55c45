import type { Mutation } from '#contract/mutation.ts'
import { isMutationName, mutations } from '#contract/registry.ts'
import type { Refusal } from '#contract/refusals.ts'
import { userTables } from '#contract/rows.ts'
import type { IntentRow, IntentState } from '#localdb/schema.ts'
import type { CallOutcome, CallsFor } from './api.ts'
import type { Desk } from './desk.ts'
import type { Device } from './device.ts'
import { failed } from './failed.ts'
import { commit, type NewIntent } from './outbox/enqueue.ts'
import { isPending } from './outbox/fold.ts'
import { settle, type Settlement } from './outbox/settle.ts'
import type { Person } from './person.ts'
import { sealChanges, unsealPayload } from './sealing.ts'
import { isClosed } from './storage-errors.ts'

// What a person says about an intent that did not simply go through.
//
//   dismiss   rejected · conflict · quarantined · never sent ──▶ cancelled, on this device alone
//   retry     rejected · quarantined ──▶ superseded by a new intent at the end of its lanes; never what may have gone through
//   cancel    never sent ──▶ cancelled;  sent, or perhaps sent ──▶ the shop says which
//
// Cancelling races with the sender, and the shop decides the race: its void and its push lock the same
// person, and whichever comes first stores the one outcome of the id that both answers carry. So it does
// not matter which answer is settled first, or whether one is lost: the second finds the intent gone.

type Done = CallOutcome<Record<string, never>>
const done: Done = { kind: 'accepted', data: {} }
const cancelled: Refusal = { reason: 'cancelled' }

/** What a person does with the intents that wait or need them. */
export const intentCalls = (device: Device): CallsFor<'intent.dismiss' | 'intent.retry' | 'intent.cancel'> => ({
  'intent.dismiss': async ({ intentId }) => {
    const desk = await device.desk()
    await dismiss(desk.person, intentId, device.env.now())
    // A conflict that was given up held its lane.
    desk.kick('kick')
    return done
  },
  'intent.retry': ({ intentId }) => retry(device, intentId),
  'intent.cancel': async ({ intentId }) => {
    try {
      return await cancel(device, intentId)
    } catch (error) {
      // The person changed, or the storage went, while the shop was asked: nothing is known of what it said.
      if (!isClosed(error)) throw error
      return { kind: 'unreachable' }
    }
  },
})

const within = <T>({ db }: Person, work: () => Promise<T>): Promise<T> =>
  db.transaction('rw', [db.outbox, db.archive, db.quarantine, db.meta, ...userTables.map((t) => db[t])], work)

const find = ({ db }: Person, intentId: string): PromiseLike<IntentRow | undefined> => db.outbox.where('intentId').equals(intentId).first()

const neverSent = (row: IntentRow): boolean => row.state === 'pending' && row.attempts === 0

/** Takes a refusal that the person has read, a conflict that they give up, or what was never sent out of their sight; it stays in the archive. */
async function dismiss(person: Person, intentId: string, now: number): Promise<void> {
  const { outbox, quarantine, archive, meta } = person.db
  // Looked at and moved in one transaction: the sender may be about to take it.
  await person.db.transaction('rw', [outbox, archive, meta, ...userTables.map((t) => person.db[t])], async () => {
    const row = await find(person, intentId)
    const unsent = row !== undefined && neverSent(row)
    if (!row || !(unsent || row.state === 'rejected' || row.state === 'conflict')) return
    // Taken back without a reason, it leaves nothing that a later one would have to wait for.
    const settlement = unsent ? ({ event: 'cancelUnsent' } as const) : ({ event: 'dismiss', refusal: row.last } as const)
    await settle(person.db, person.fence, undefined, now, { settlements: [{ seq: row.seq!, ...settlement }], changes: [] })
  })
  await person.db.transaction('rw', [quarantine, archive], async () => {
    const unreadable = await quarantine.get(intentId)
    if (!unreadable) return
    await archive.put({ ...(unreadable.row as IntentRow), intentId, state: 'cancelled', last: { reason: 'requestFailed' }, endedAt: now, by: null })
    await quarantine.delete(intentId)
  })
}

/** The id of what is asked again: derived, so that a repeat of the gesture records nothing more. */
const againId = (intentId: string): string => {
  const [, first, times] = /^(.*)~(\d+)$/.exec(intentId) ?? []
  return first === undefined ? `${intentId}~1` : `${first}~${Number(times) + 1}`
}

/** Asks what was refused again, with what it depended on if that was refused too: each as a new intent in the old one's place. */
async function retry(device: Device, intentId: string): Promise<Done> {
  const desk = await device.desk()
  const { person } = desk
  const set = await person.db.quarantine.get(intentId)
  const outcome = set ? await retrySetAside(device, desk, intentId, set.row as Partial<IntentRow>) : await within(person, async (): Promise<Done> => {
    const wanted = await refusedWith(person, intentId)
    // It may have gone through, and under a new id it would again: the person looks.
    if (wanted.some((row) => row.last?.reason === 'idPurged')) return { kind: 'refused', refusal: { reason: 'idPurged' } }
    if (wanted.length === 0) return (await person.db.archive.get(intentId))?.by === againId(intentId) ? done : { kind: 'refused', refusal: { reason: 'notFound' } }
    const asked = new Set(wanted.map((row) => row.intentId))
    const again = await Promise.all(wanted.map((row) => anew(person, row, asked, device.env.now())))
    await commit(person.db, person.fence, again.map((intent, i) => ({ ...intent, replaces: wanted[i]!.intentId })))
    return done
  })
  if (outcome.kind === 'accepted') desk.kick('kick')
  return outcome
}

/** A refused intent with those that it depends on that are refused as well, in their order; within a transaction. */
async function refusedWith(person: Person, intentId: string): Promise<IntentRow[]> {
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
 * saw, so that the shop asks where more has changed since; how long it may wait begins anew.
 */
async function anew(person: Person, row: IntentRow, asked: ReadonlySet<string>, now: number): Promise<NewIntent> {
  const m = mutations[row.name] as unknown as Mutation
  // What it depended on and has ended says nothing more: the shop is asked.
  const waits = await Promise.all((Array.isArray(row.deps) ? row.deps : []).map(async (id) => (asked.has(id) ? againId(id) : await find(person, id) ? id : undefined)))
  return {
    intentId: againId(row.intentId), name: row.name, payload: row.payload, createdAt: now, deps: waits.filter((id) => id !== undefined),
    confirmBy: m.confirmWithin === undefined ? null : now + m.confirmWithin,
  }
}

/** Asks again what was set aside because it could not be read, if it can be now; only once it is certain that it did not go through. */
async function retrySetAside(device: Device, desk: Desk, intentId: string, row: Partial<IntentRow>): Promise<Done> {
  const { person } = desk
  const name = row.name ?? ''
  const unreadable: Done = { kind: 'refused', refusal: { reason: 'requestFailed' } }
  if (!isMutationName(name)) return unreadable
  // Opened outside the transaction, which an awaited cipher would end. What has no sealed text where one should be cannot be read either.
  const parsed = mutations[name].payload.safeParse(await unsealPayload(person, name, row.payload).catch(() => undefined))
  if (!parsed.success) return unreadable
  let wentThrough = false
  if (row.attempts !== 0 && row.seq !== undefined && row.incarnation === person.fence.incarnation) {
    const said = await device.exchange('sync.void', { uid: person.uid, incarnation: row.incarnation, seq: row.seq }, desk)
    if (said.kind !== 'accepted') return failed(said)
    wentThrough = said.data.result.outcome === 'accepted'
  }
  await within(person, async () => {
    if (!(await person.db.quarantine.get(intentId))) return
    const now = device.env.now()
    const whole = { ...row, intentId, name } as IntentRow
    if (!wentThrough) await commit(person.db, person.fence, [await anew(person, whole, new Set(), now)])
    const ended: IntentState = wentThrough ? 'acked' : 'superseded'
    await person.db.archive.put({ ...whole, state: ended, last: null, endedAt: now, by: wentThrough ? null : againId(intentId) })
    await person.db.quarantine.delete(intentId)
  })
  return done
}

/** Takes back what waits: here and at once if it was never sent, else through the shop. */
async function cancel(device: Device, intentId: string): Promise<CallOutcome<{ cancelled: boolean }>> {
  const desk = await device.desk()
  const { person } = desk
  const told = (was: boolean): CallOutcome<{ cancelled: boolean }> => {
    desk.kick('kick')
    return { kind: 'accepted', data: { cancelled: was } }
  }
  // Looked at and moved in one transaction: the sender may be about to take it.
  const sent = await within(person, async () => {
    const row = await find(person, intentId)
    if (!row || !neverSent(row)) return row
    await end(person, row, 'cancelUnsent', device.env.now())
    return undefined
  })
  if (sent === undefined || sent.state === 'rejected' || sent.state === 'conflict') {
    await dismiss(person, intentId, device.env.now())
    return told((await person.db.archive.get(intentId))?.state !== 'acked')
  }
  const said = await device.exchange('sync.void', { uid: person.uid, incarnation: sent.incarnation, seq: sent.seq! }, desk)
  if (said.kind !== 'accepted') return failed(said)
  const { result } = said.data
  const changes = await sealChanges(person, result.rows)
  const wentThrough = result.outcome === 'accepted'
  await within(person, async () => {
    const row = await person.db.outbox.get(sent.seq!)
    // Whatever kept it from taking effect, the id is spent: it never will.
    if (row) await end(person, row, wentThrough ? 'accepted' : row.state === 'rejected' ? 'dismiss' : 'voided', device.env.now())
    await settle(person.db, person.fence, undefined, device.env.now(), { settlements: [], changes })
  })
  return told(!wentThrough)
}

/**
 * Ends an intent, and tells those that depend on it when it will have had no effect; within a transaction.
 * It needs no lease: a stored outcome is the last word on an id, whoever sends now.
 */
async function end(person: Person, row: IntentRow, event: 'cancelUnsent' | 'accepted' | 'voided' | 'dismiss', now: number): Promise<void> {
  const settlements: Settlement[] = [{ seq: row.seq!, event, refusal: event === 'accepted' ? null : cancelled }]
  if (event !== 'accepted') {
    const seen = new Set([row.seq!])
    for (const ids = [row.intentId]; ids.length > 0;) {
      for (const after of await person.db.outbox.where('deps').equals(ids.pop()!).toArray()) {
        if (seen.has(after.seq!) || !isPending(after.state)) continue
        seen.add(after.seq!)
        ids.push(after.intentId)
        settlements.push({ seq: after.seq!, event: 'refused', refusal: { reason: 'earlierRefused' } })
      }
    }
  }
  await settle(person.db, person.fence, undefined, now, { settlements, changes: [] })
}
