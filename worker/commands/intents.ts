import { splitRows } from '#contract/sync/schema-changes.ts'
import { knownOr } from '#contract/wire/open.ts'
import { outcomes } from '#contract/sync/schema.ts'
import type { Change } from '#contract/sync/schema-changes.ts'
import type { Refusal } from '#contract/wire/schema-refusals.ts'
import { userTables } from '#contract/wire/user-tables.ts'
import type { IntentRow } from '#localdb/schema.ts'
import type { CallOutcome, CallOutput } from '../api/worker-api.ts'
import { find, isElsewhere, restore, retry, inOneTransaction, orFileMissing } from './retry.ts'
import type { Session, OwnCallsFor } from '../session/session.ts'
import type { Device } from '../session/device.ts'
import { failed } from '../wire/failed.ts'
import { intentsOn } from '../outbox/mirror.ts'
import { isPending } from '#localdb/intent-states.ts'
import { settlementOf } from '../outbox/sender/push.ts'
import { settleIntents, type Settlement } from '../outbox/settle.ts'
import type { UserStore } from '../session/user-store.ts'
import { sealChanges } from '../outbox/sealing.ts'

type Needs = Pick<Device, 'env' | 'exchange'>

// A person's decisions about an intent that did not simply go through.
//
//   dismiss   rejected · conflict · quarantined · never sent ──▶ cancelled, on this device alone
//   retry     rejected · quarantined ──▶ superseded by a new intent at the end of its lanes; never what may have gone
// through
//   cancel    never sent ──▶ cancelled;  sent, or perhaps sent ──▶ the server says which
//   restore   cancelled ──▶ rejected or quarantined again, as it was;  what waited ──▶ superseded by a new intent,
// since its id may be spent
//
// Cancelling races with the sender, and the server decides the race: its void and its push lock the same
// person, and whichever comes first stores the one outcome of the id that both answers carry. So it does
// not matter which answer is settled first, or whether one is lost: the second finds the intent gone.

type Done = CallOutcome<Record<string, never>>
const done: Done = { kind: 'accepted', data: {} }
const cancelled: Refusal = { reason: 'cancelled' }

/** The commands for intents that wait, or that need the person. */
export const intentCommands = (
  device: Needs,
): OwnCallsFor<'intent.dismiss' | 'intent.retry' | 'intent.cancel' | 'intent.restore'> => ({
  'intent.dismiss': async ({ intentId }, session) => {
    await dismiss(session.person, intentId, device.env.now())
    // A conflict that was given up held its lane.
    session.kick('kick')
    return done
  },
  'intent.retry': ({ intentId }, session) => retry(device, session, intentId),
  'intent.restore': async ({ intentId, was }, session) => {
    const outcome = await orFileMissing(
      inOneTransaction(session.person, async () => restore(session.person, intentId, was, device.env.now())),
    )
    session.kick('kick')
    return outcome
  },
  'intent.cancel': ({ intentId }, session) => cancel(device, session, intentId),
})

const neverSent = (row: IntentRow): boolean => row.state === 'pending' && row.attempts === 0

/**
 * Takes an intent out of the person's sight: a refusal that they have read, a conflict that they give up, or an intent
 * that was never sent. It stays in the archive.
 */
async function dismiss(person: UserStore, intentId: string, now: number): Promise<void> {
  const { outbox, quarantine, archive, meta } = person.db
  // Looked at and moved in one transaction: the sender may be about to take it.
  await person.db.transaction('rw', [outbox, archive, meta, ...userTables.map((t) => person.db[t])], async () => {
    const row = await find(person, intentId)
    const unsent = row !== undefined && neverSent(row)
    if (!row || !(unsent || row.state === 'rejected' || row.state === 'conflict')) return
    // Taken back without a reason, it leaves nothing that a later one would have to wait for.
    const settlement = unsent
      ? ({ event: 'cancelUnsent' } as const)
      : ({ event: 'dismiss', refusal: row.last } as const)
    await settleIntents(person.db, person.fence, undefined, now, {
      settlements: [{ seq: row.seq!, ...settlement }],
      changes: [],
    })
  })
  await person.db.transaction('rw', [quarantine, archive], async () => {
    const unreadable = await quarantine.get(intentId)
    if (!unreadable) return
    await archive.put({
      ...(unreadable.row as IntentRow),
      intentId,
      state: 'cancelled',
      last: { reason: 'requestFailed' },
      endedAt: now,
      by: null,
    })
    await quarantine.delete(intentId)
  })
}

/** Takes back a waiting intent: here and at once if it was never sent, else through the server. */
async function cancel(
  device: Needs,
  session: Session,
  intentId: string,
): Promise<CallOutcome<CallOutput<'intent.cancel'>>> {
  const { person } = session
  const answer = (became: CallOutput<'intent.cancel'>['became']): CallOutcome<CallOutput<'intent.cancel'>> => {
    session.kick(became === 'cancelled' ? 'kick' : 'probe')
    return { kind: 'accepted', data: { became } }
  }
  // Looked at and moved in one transaction: the sender may be about to take it.
  const sent = await inOneTransaction(person, async () => {
    const row = await find(person, intentId)
    if (!row || !neverSent(row)) return row
    await end(person, row, 'cancelUnsent', device.env.now())
    return undefined
  })
  if (sent === undefined || sent.state === 'rejected' || sent.state === 'conflict') {
    await dismiss(person, intentId, device.env.now())
    const ended = await person.db.archive.get(intentId)
    return answer(ended?.state === 'acked' ? 'accepted' : isElsewhere(ended?.last) ? 'elsewhere' : 'cancelled')
  }
  const outcome = await device.exchange(
    'sync.void',
    { uid: person.uid, incarnation: sent.incarnation, seq: sent.seq!, createdAt: sent.createdAt },
    session,
  )
  if (outcome.kind !== 'accepted') return failed(outcome)
  const { result } = outcome.data
  // Nothing may be called cancelled by an outcome that only a newer app can read.
  if (knownOr(outcomes, result.outcome, undefined) === undefined) return failed({ kind: 'unreadable' })
  // The answer is about another intent, of a copy of this store: ours goes on under the next id, and is taken back
  // there.
  if (result.createdAt !== undefined && result.createdAt !== sent.createdAt) {
    await settleIntents(person.db, person.fence, undefined, device.env.now(), {
      settlements: [settlementOf({ ...result, incarnation: sent.incarnation }, device.env.now())],
      changes: [],
    })
    return cancel(device, session, intentId)
  }
  const changes = await sealChanges(person, splitRows(result.rows).changes)
  const became = result.outcome === 'accepted' ? 'accepted' : isElsewhere(result.refusal) ? 'elsewhere' : 'cancelled'
  await inOneTransaction(person, async () => {
    const row = await person.db.outbox.get(sent.seq!)
    if (!row) return
    const now = device.env.now()
    // Intents that depend on it were taken over with it, or the server decides otherwise.
    if (became === 'elsewhere')
      await settleIntents(person.db, person.fence, undefined, now, {
        settlements: [{ seq: row.seq!, event: 'voided', refusal: result.refusal! }],
        changes,
      })
    // The id is spent, whatever kept the intent from taking effect: it never will.
    else if (became === 'cancelled') await end(person, row, row.state === 'rejected' ? 'dismiss' : 'voided', now)
    else if (!(await mixed(person, row, changes)))
      await settleIntents(person.db, person.fence, undefined, now, {
        settlements: [{ seq: row.seq!, event: 'accepted' }],
        changes,
      })
  })
  return answer(became)
}

/**
 * Whether the server's rows may already hold the effect of other intents whose outcome is not known yet: those would
 * then show twice. The sender settles them all at once.
 */
async function mixed({ db }: UserStore, row: IntentRow, changes: readonly Change[]): Promise<boolean> {
  const byKey = await intentsOn(
    db,
    changes.map((c) => `${c.table}/${c.key}`),
  )
  return [...byKey.values()]
    .flat()
    .some((other) => other.seq !== row.seq && isPending(other.state) && other.attempts > 0)
}

/**
 * Ends an intent that will have had no effect, and refuses those that depend on it; within a transaction.
 * It needs no lease: a stored outcome is the last word on an id, whoever sends now.
 */
async function end(
  person: UserStore,
  row: IntentRow,
  event: 'cancelUnsent' | 'voided' | 'dismiss',
  now: number,
): Promise<void> {
  const settlements: Settlement[] = [{ seq: row.seq!, event, refusal: cancelled }]
  const seen = new Set([row.seq!])
  for (const ids = [row.intentId]; ids.length > 0;) {
    for (const after of await person.db.outbox.where('deps').equals(ids.pop()!).toArray()) {
      if (seen.has(after.seq!) || !isPending(after.state)) continue
      seen.add(after.seq!)
      ids.push(after.intentId)
      settlements.push({ seq: after.seq!, event: 'refused', refusal: { reason: 'earlierRefused' } })
    }
  }
  await settleIntents(person.db, person.fence, undefined, now, { settlements, changes: [] })
}
