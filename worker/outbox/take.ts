import type { Refusal } from '#contract/wire/schema-refusals.ts'
import { PUSH_BYTES_MAX, PUSH_INTENTS_MAX, PushIntent } from '#contract/sync/schema.ts'
import type { MutationName } from '#contract/registry.ts'
import { userTables } from '#contract/wire/user-tables.ts'
import type { UserDb } from '#localdb/open.ts'
import { intentStates, type IntentRow, type IntentState } from '#localdb/schema.ts'
import { isKnownMutation, knownMutation } from '../guess/all.ts'
import { MAX_WAIT } from '../wire/retry-after.ts'
import { assertFence, assertLease, readMeta, type Fence } from './fence.ts'
import { filesOf } from './awaited-files.ts'
import { unsealPayload, type Vault } from './sealing.ts'
import { applyEvent } from './machine.ts'
import { refold } from './mirror.ts'

/** A batch ready for the wire, and when something that waits may go (Unix ms; Infinity when nothing does). */
export interface Batch {
  /** Of all its intents. */
  incarnation: string
  intents: PushIntent[]
  nextAt: number
  /** Something that could not go along may go once these are settled. */
  left: boolean
  /** Something waits for a file that is not at the server yet. */
  files: boolean
  /** The newest state of the feed that this device has seen. */
  position: string | undefined
}

const READ_AHEAD = 500
const sendable: ReadonlySet<IntentState> = new Set(['pending', 'unknown', 'waiting'])
// Room for the envelope of the batch beside its intents.
const BYTES = PUSH_BYTES_MAX - 10_000

/**
 * Takes the next batch in order of seq and marks it as sending, in one transaction that is on disk before
 * anything is sent. An entry that cannot go yet holds its lanes and no others; one that depends on a
 * refused one is refused with it. Rows that no longer fit their schema are quarantined, shown, and the
 * rest goes on. Where many cannot go it looks on in another transaction, so that a gesture need not wait for all.
 */
export async function take(
  db: UserDb,
  fence: Fence,
  epoch: number,
  now: number,
  limit = PUSH_INTENTS_MAX,
): Promise<Batch> {
  // A lane that is held stays held for this look, whatever changes between two transactions: a change asks for another
  // look. New intents come behind.
  const look: Look = { after: 0, blocked: new Map(), left: false, files: false, nextAt: Infinity, ended: false }
  for (;;) {
    const batch = await takeFrom(look, db, fence, epoch, now, limit)
    if (batch.intents.length > 0 || look.ended) return batch
  }
}

/** How far a look through the queue has come, and the lanes that are held, each with the seq behind which it is. */
interface Look {
  after: number
  blocked: Map<string, number>
  /** Something was passed over that may go once others are settled. */
  left: boolean
  files: boolean
  /** When the first of the intents goes that the person may still take back (Unix ms). */
  nextAt: number
  ended: boolean
}

async function takeFrom(
  look: Look,
  db: UserDb,
  fence: Fence,
  epoch: number,
  now: number,
  limit: number,
): Promise<Batch> {
  return db.transaction(
    'rw',
    [db.outbox, db.archive, db.quarantine, db.meta, db.files, ...userTables.map((t) => db[t])],
    async () => {
      let { after } = look
      const { blocked } = look
      const readOn = (): Promise<IntentRow[]> => db.outbox.where(':id').above(after).limit(READ_AHEAD).toArray()
      // The reads that are always needed run at once: a gesture that is recorded meanwhile waits for them.
      const [nextAt, first, position] = await Promise.all([
        blockLanes(db, now, blocked),
        readOn(),
        readMeta(db, 'position'),
        assertFence(db, fence),
        assertLease(db, epoch),
      ])
      const taken: IntentRow[] = []
      const bad: IntentRow[] = []
      const refused = new Map<string, IntentRow>()
      let bytes = 0
      let passed = 0
      let rows = first
      reading: for (;;) {
        for (const row of rows) {
          after = row.seq!
          passed++
          if (!wellFormed(row)) bad.push(row)
          if (!wellFormed(row) || !sendable.has(row.state)) continue
          const dependence = isFree(row) ? 'met' : await dependenceOf(db, row, refused, now)
          if (typeof dependence === 'object') {
            refused.set(row.intentId, { ...row, state: applyEvent(row.state, 'refused'), last: dependence })
            continue
          }
          // Those of another incarnation go with the next batch.
          const elsewhere = taken.length > 0 && row.incarnation !== taken[0]!.incarnation
          // The person may still take it back.
          const later = row.state === 'pending' && isLater(row, now)
          if (later) look.nextAt = Math.min(look.nextAt, row.notBefore)
          look.files ||= dependence === 'files'
          if (later || dependence !== 'met' || elsewhere || row.lanes.some((lane) => blocked.get(lane)! < after)) {
            for (const lane of row.lanes) block(blocked, lane, after)
            look.left ||= !later && dependence !== 'files'
            continue
          }
          if (!fits(row)) {
            bad.push(row)
            continue
          }
          bytes += JSON.stringify(row.payload).length + 80
          if (taken.length >= limit || (bytes > BYTES && taken.length > 0)) break reading
          taken.push(row)
          passed--
        }
        look.ended = rows.length < READ_AHEAD
        if (look.ended || passed >= READ_AHEAD) break
        rows = await readOn()
      }
      look.after = after
      if (bad.length > 0) await quarantine(db, bad, now)
      if (refused.size > 0) await db.outbox.bulkPut([...refused.values()])
      if (bad.length > 0 || refused.size > 0) await refold(db, keysOf([...bad, ...refused.values()]))
      if (taken.length > 0) await db.outbox.bulkPut(taken.map((row) => sending(row, epoch)))
      return {
        incarnation: taken[0]?.incarnation ?? fence.incarnation,
        intents: taken.map(toWire),
        nextAt: Math.min(nextAt, look.nextAt),
        left: look.left || refused.size > 0 || !look.ended,
        files: look.files,
        position: position?.position,
      }
    },
  )
}

const sending = (row: IntentRow, epoch: number): IntentRow => ({
  ...row,
  state: applyEvent(row.state, 'send'),
  attempts: row.attempts + 1,
  leaseEpoch: epoch,
})

const block = (blocked: Map<string, number>, lane: string, seq: number): unknown =>
  blocked.set(lane, Math.min(seq, blocked.get(lane) ?? Infinity))

/**
 * Adds the lanes that something holds, each with the seq behind which it is held; returns when the first of them may
 * go.
 */
async function blockLanes(db: UserDb, now: number, blocked: Map<string, number>): Promise<number> {
  let nextAt = Infinity
  for (const row of await db.outbox
    .where('state')
    .anyOf(['waiting', 'conflict', 'held'] satisfies IntentState[])
    .toArray()) {
    if (!wellFormed(row)) continue
    if (row.state === 'waiting') {
      if (!isLater(row, now)) continue
      nextAt = Math.min(nextAt, row.notBefore)
    }
    // One that waits holds its lane behind itself, and itself too.
    for (const lane of row.lanes) block(blocked, lane, row.seq! - 1)
  }
  return nextAt
}

/**
 * Whether the time of an intent has not come. A wait beyond what any server may ask for comes from a clock that jumped:
 * it is over.
 */
const isLater = ({ notBefore }: IntentRow, now: number): boolean => notBefore > now && notBefore <= now + MAX_WAIT

/** Whether an intent depends on nothing: then nothing is awaited. */
const isFree = (row: IntentRow): boolean => row.deps.length === 0 && row.files === undefined

/**
 * How an intent stands with what it depends on: all of it acked and its files at the server, still waiting for one or
 * the other, or one was refused, which refuses it too.
 */
async function dependenceOf(
  db: UserDb,
  row: IntentRow,
  refused: ReadonlyMap<string, IntentRow>,
  now: number,
): Promise<'met' | 'waits' | 'files' | Refusal> {
  let waits = false
  for (const id of row.deps) {
    const dep = refused.get(id) ?? (await db.outbox.where('intentId').equals(id).first())
    const ended = dep ? undefined : await db.archive.get(id)
    if (dep?.state === 'rejected') return dep.last ?? { reason: 'requestFailed' }
    // Dismissed, or cancelled by the person. One that only coalesced away has no reason and leaves nothing to wait for.
    // Intents that had gone into a file of unsent work are taken over together by another device: the server decides
    // about each.
    if (ended?.state === 'cancelled' && ended.last?.reason === 'cancelled' && row.attempts > 0) continue
    if (ended?.state === 'cancelled' && ended.last)
      return ended.last.reason === 'cancelled' ? { reason: 'earlierRefused' } : ended.last
    if (!dep && !ended && (await db.quarantine.get(id))) return { reason: 'requestFailed' }
    waits ||= dep !== undefined
  }
  return waits ? 'waits' : filesOf(db, row, now)
}

const states: ReadonlySet<unknown> = new Set(intentStates)
/**
 * Whether a row has what is needed to place it among the others; anything may stand in a store that other code has
 * written.
 */
const wellFormed = (row: IntentRow): boolean =>
  states.has(row.state) && Array.isArray(row.lanes) && Array.isArray(row.keys) && Array.isArray(row.deps)

function fits(row: IntentRow): boolean {
  if (!isKnownMutation(row.name)) return false
  const { payload, sealed } = knownMutation(row.name)
  // A sealed payload is checked once it is opened, outside the transaction. Until then it only has to be writable JSON.
  return (
    (sealed !== undefined ? isText(row.payload) : payload.safeParse(row.payload).success) &&
    PushIntent.safeParse(toWire(row)).success
  )
}

/** Whether a value can be written as JSON at all. */
function isText(value: unknown): boolean {
  try {
    return JSON.stringify(value) !== undefined
  } catch (error) {
    if (error instanceof TypeError || error instanceof RangeError) return false
    throw error
  }
}

const toWire = (row: IntentRow): PushIntent => ({
  seq: row.seq!,
  name: row.name,
  payload: row.payload,
  createdAt: row.createdAt,
  ...(row.confirmBy === null ? {} : { confirmBy: row.confirmBy }),
  ...(row.from && { from: row.from }),
})

/**
 * Opens the sealed payloads of a batch, for the wire. An intent that does not open, or no longer fits its schema, is
 * set aside and shown, and the rest goes on.
 */
export async function opened(
  db: UserDb,
  fence: Fence,
  epoch: number,
  vault: Vault,
  batch: Batch,
  now: number,
): Promise<PushIntent[]> {
  const good: PushIntent[] = []
  const bad: number[] = []
  for (const intent of batch.intents) {
    const name = intent.name as MutationName
    const parsed = knownMutation(name).payload.safeParse(await unsealPayload(vault, name, intent.payload))
    if (parsed.success) good.push({ ...intent, payload: parsed.data })
    else bad.push(intent.seq)
  }
  if (bad.length > 0) {
    await db.transaction('rw', [db.outbox, db.quarantine, db.meta, ...userTables.map((t) => db[t])], async () => {
      await assertFence(db, fence)
      await assertLease(db, epoch)
      const rows = (await db.outbox.bulkGet(bad)).filter((row) => row !== undefined)
      await quarantine(db, rows, now)
      await refold(db, keysOf(rows))
    })
  }
  return good
}

async function quarantine(db: UserDb, rows: IntentRow[], now: number): Promise<void> {
  const aside = rows.map((row) => (wellFormed(row) ? { ...row, state: applyEvent(row.state, 'quarantine') } : row))
  await db.quarantine.bulkPut(aside.map((row) => ({ id: row.intentId, reason: 'schema', row, at: now })))
  await db.outbox.bulkDelete(rows.map((r) => r.seq!))
}

/** The keys that intents show on; of a malformed one, none. */
const keysOf = (rows: readonly IntentRow[]): string[] => [
  ...new Set(rows.flatMap((r) => (Array.isArray(r.keys) ? r.keys : []))),
]
