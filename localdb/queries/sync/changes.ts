import type { Refusal } from '#contract/wire/schema-refusals.ts'
import { waitingStates } from '../../intent-states.ts'
import type { Readers } from '../../read.ts'
import { isPastTelling, type IntentRow, type IntentState, type MetaRows } from '../../schema.ts'
import { doesOf, type Does } from './does.ts'
import { subjectsOf, type ChangeSubject } from './subjects.ts'

export type { Does, DoesWhat } from './does.ts'
export type { ChangeSubject } from './subjects.ts'

/**
 * Why an intent waits; `undo`: it goes only at its time, and may be taken back until then; `next`: nothing but its
 * turn, or the network.
 */
export type Why = 'guest' | 'signIn' | 'update' | 'sending' | 'busy' | 'checking' | 'earlier' | 'undo' | 'next'

/** A change in the person's words: what it does to what, and since when. */
export interface OwnChange {
  intentId: string
  does: Does
  subject: ChangeSubject
  since: number
}
/** One that waits. `until` (Unix ms) while the server is busy, or it may be taken back. */
export interface WaitingChange extends OwnChange {
  why: Why
  until: number
}

/** The changes that wait, in their order: the first so many. */
export async function waitingChanges(db: Readers, limit: number): Promise<WaitingChange[]> {
  const { user } = db
  const states = new Set<IntentState>(waitingStates)
  const [rows, link, inTheWay] = await Promise.all([
    user.outbox
      .toCollection()
      .filter((row) => states.has(row.state))
      .limit(limit)
      .toArray(),
    user.meta.get('link') as PromiseLike<MetaRows['link'] | undefined>,
    // Each holds its lanes behind itself; so many at most that a long list of them costs nothing.
    user.outbox.where('state').anyOf('conflict', 'waiting').limit(200).toArray(),
  ])
  const deps = [...new Set(rows.flatMap((row) => row.deps))]
  const there = new Set(await user.outbox.where('intentId').anyOf(deps).keys())
  const behind = (row: IntentRow): boolean =>
    row.deps.some((id) => there.has(id)) ||
    inTheWay.some((other) => other.seq! < row.seq! && other.lanes.some((lane) => row.lanes.includes(lane)))
  const changes = await changesOf(db, rows)
  return rows.map((row, i) => ({
    ...changes[i]!,
    why: whyOf(row, link?.session ?? 'none', behind(row)),
    until: row.notBefore,
  }))
}

function whyOf(row: IntentRow, session: MetaRows['link']['session'], behind: boolean): Why {
  if (row.state === 'sending') return 'sending'
  // Held, or asked about again and again by an app that cannot read the answer.
  if (row.last?.reason === 'updateNeeded') return 'update'
  if (session === 'none') return 'guest'
  if (row.state === 'held' || session === 'gone') return 'signIn'
  if (row.state === 'waiting') return 'busy'
  if (row.state === 'unknown') return 'checking'
  return behind ? 'earlier' : row.attempts === 0 && row.notBefore > 0 ? 'undo' : 'next'
}

/**
 * A change that needs the person: refused, in conflict with what the server has, no longer readable, or gone with the
 * device's storage (then it stands for all of them).
 */
export interface NeedingChange extends OwnChange {
  kind: 'refused' | 'conflict' | 'unreadable' | 'lost'
  name: string
  refusal: Refusal
  /** It may have had its effect, and nobody can tell. */
  pastTelling: boolean
}

/** At most this many changes of a kind that need the person are read; the others come as these are dealt with. */
const NEEDING_MAX = 500

/** The changes that need the person, oldest first: at most `limit`, and no more than 500 of a kind. */
export async function needingChanges(db: Readers, limit = NEEDING_MAX): Promise<NeedingChange[]> {
  const oldest = (state: IntentState): PromiseLike<IntentRow[]> =>
    db.user.outbox.where('state').equals(state).limit(Math.min(limit, NEEDING_MAX)).toArray()
  // The ids of the quarantine are in no order of time, so all of it is read (up to the limit) to find the oldest.
  const [conflicts, refused, aside] = await Promise.all([
    oldest('conflict'),
    oldest('rejected'),
    db.user.quarantine.limit(NEEDING_MAX).toArray(),
  ])
  const unreadable = aside.map(({ id, reason, row, at }): Readable =>
    reason === 'lost'
      ? lostOf(id, row, at)
      : { last: null, ...(row as Partial<IntentRow>), createdAt: timeIn(row) ?? at, intentId: id, kind: 'unreadable' },
  )
  const all = [
    ...conflicts.map((row): Readable => ({ ...row, kind: 'conflict' })),
    ...refused.map((row): Readable => ({ ...row, kind: 'refused' })),
    ...unreadable,
  ]
  const first = all.sort((a, b) => a.createdAt - b.createdAt || (a.seq ?? 0) - (b.seq ?? 0)).slice(0, limit)
  const changes = await changesOf(db, first)
  return first.map(({ kind, name, last, attempts = 0 }, i) => ({
    ...changes[i]!,
    ...(kind === 'lost' && { does: { what: 'lost', numbers: {} } }),
    kind,
    name: String(name),
    refusal: last ?? { reason: 'requestFailed' },
    pastTelling: isPastTelling({ last, attempts }),
  }))
}

/** When something was recorded, as far as its row can be read. */
const timeIn = (row: unknown): number | undefined => {
  const createdAt = (row as Partial<IntentRow> | undefined)?.createdAt
  return Number.isFinite(createdAt) ? createdAt : undefined
}

/** The entry that stands for all changes lost with the device's storage, with their number. */
const lostOf = (intentId: string, row: unknown, createdAt: number): Readable => ({
  intentId,
  createdAt,
  kind: 'lost',
  last: { reason: 'storageLost', params: { n: (row as { intents?: number }).intents ?? 0 } },
})

type Readable = Partial<IntentRow> &
  Pick<IntentRow, 'intentId' | 'createdAt' | 'last'> & { kind: NeedingChange['kind'] }

/** A change that got through. */
export interface DoneChange extends OwnChange {
  at: number
}

/** The last changes that got through, newest first. */
export async function doneChanges(db: Readers, limit = 20): Promise<DoneChange[]> {
  const rows = await db.user.archive
    .where('[state+endedAt]')
    .between(['acked', 0], ['acked', Infinity])
    .reverse()
    .limit(limit)
    .toArray()
  const changes = await changesOf(db, rows)
  return rows.map((row, i) => ({ ...changes[i]!, at: row.endedAt }))
}

async function changesOf(
  db: Readers,
  rows: readonly (Partial<IntentRow> & Pick<IntentRow, 'intentId' | 'createdAt'>)[],
): Promise<OwnChange[]> {
  const intents = rows.map(({ name, payload, keys }) => ({ name: name!, payload, keys: keys! }))
  const subjects = await subjectsOf(db, intents)
  return rows.map((row, i) => ({
    intentId: row.intentId,
    does: doesOf(intents[i]!),
    subject: subjects[i]!,
    since: row.createdAt,
  }))
}
