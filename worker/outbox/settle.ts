import type { Change } from '#contract/sync/schema-changes.ts'
import type { Refusal } from '#contract/wire/schema-refusals.ts'
import type { FeedRise } from '#contract/sync/schema.ts'
import { nextIncarnation } from '#contract/sync/incarnation.ts'
import { userTables } from '#contract/wire/user-tables.ts'
import type { UserDb } from '#localdb/open.ts'
import type { ArchivedIntent, IntentRow, MetaRows } from '#localdb/schema.ts'
import { assertFence, assertLease, readCursor, readMeta, type Fence } from './fence.ts'
import { isPending } from '#localdb/intent-states.ts'
import { afterReuse } from './incarnation.ts'
import { applyEvent, type IntentEvent } from './machine.ts'
import '../guess/all.ts'
import { refold, type AnyMirrorRow, type ServerRow } from './mirror.ts'
import { rememberUnread } from './unread.ts'

/** The outcome of one intent, as an event of the state machine. */
export interface Settlement {
  seq: number
  event: IntentEvent
  refusal?: Refusal | null
  notBefore?: number
  /** When the intent was created (Unix ms), if the server says so: a copied store may have used the same id. */
  createdAt?: number
  /** The incarnation under which it was sent; absent where it is the row's own. */
  incarnation?: string
}

/** All changes that one answer, or one page of a pull, makes on the device. */
export interface Settling {
  settlements: readonly Settlement[]
  /** Rows as the server now has them, in its order. */
  changes: readonly Change[]
  /** Tables of which rows came that this app could not read. */
  unread?: readonly string[]
  /** The new cursor, when this came by a pull. */
  cursor?: string
  /** How far a push raised the feed: a device that stood at its start now has everything up to its end. */
  rise?: FeedRise
  /** The rows are complete: the server has no others. */
  reset?: boolean
  /** Where the feed stood then. */
  position?: string
  /** The reset is because the server was restored from an older backup. */
  restored?: boolean
  /**
   * When the last such reset had been, as this was asked for. If there has been another since, this is passed over: its
   * rows are of a state that the server has forgotten.
   */
  since?: { restoredAt: number | undefined }
}

/**
 * Applies an answer in one transaction: intents move, the server's rows replace what it last said, and
 * each touched row is folded again. An answer older than a row's rev never overwrites it. The work is
 * proportional to the answer, never to the length of the queue. `epoch` is of the lease under which it was
 * asked for; undefined for what needs none: nothing of it was in flight. Resolves with whether all of its intents have
 * left the outbox.
 */
export async function settleIntents(
  db: UserDb,
  fence: Fence,
  epoch: number | undefined,
  now: number,
  settling: Settling,
): Promise<boolean> {
  return db.transaction('rw', [db.outbox, db.archive, db.meta, ...userTables.map((t) => db[t])], async () => {
    // As few rounds of reads as there can be: a gesture that is recorded meanwhile waits for them.
    const [own, rows] = await Promise.all([
      assertFence(db, fence),
      db.outbox.bulkGet(settling.settlements.map((s) => s.seq)),
      epoch === undefined ? undefined : assertLease(db, epoch),
    ])
    if (settling.since && (await readMeta(db, 'restored'))?.at !== settling.since.restoredAt) return false
    const keys = new Set(settling.changes.map((c) => `${c.table}/${c.key}`))
    if (settling.reset)
      for (const table of userTables)
        for (const key of await db[table].toCollection().primaryKeys()) keys.add(`${table}/${key}`)
    const moved = moveIntents(own, rows, settling.settlements, now, settling.cursor !== undefined)
    for (const row of [...moved.stay, ...moved.ended]) for (const key of row.keys) keys.add(key)
    const [cursor, seen] = await Promise.all([
      settling.cursor ?? cursorAfter(db, settling.rise),
      readMeta(db, 'position'),
      writeMoved(db, own, moved),
      rememberUnread(db, settling.unread ?? []),
    ])
    if (keys.size > 0) await refoldSettled(db, [...keys], settling)
    await Promise.all([
      cursor !== undefined && db.meta.put({ key: 'cursor', cursor }),
      // A feed that has not risen yet has none.
      settling.position === undefined
        ? settling.reset && db.meta.delete('position')
        : (settling.reset || isNewer(settling.position, seen)) &&
          db.meta.put({ key: 'position', position: settling.position }),
    ])
    if (settling.restored) {
      const before = await readMeta(db, 'restored')
      await db.meta.put({ key: 'restored', at: now, open: true, intents: before?.open ? before.intents : 0 })
      await db.meta.delete('book')
    }
    return moved.ended.length === rows.filter((row) => row !== undefined).length
  })
}

/** A payment's answer and a push's may come in the other order: the newest position stays. */
const isNewer = (position: string, seen: MetaRows['position'] | undefined): boolean =>
  seen === undefined || Number.parseInt(position, 10) >= Number.parseInt(seen.position, 10)

/** Where a push leaves the device: undefined if others' changes lie before it, which a pull must bring first. */
const cursorAfter = async (db: UserDb, rise: FeedRise | undefined): Promise<string | undefined> =>
  rise && (await readCursor(db)) === rise.from ? rise.cursor : undefined

/** Intents in the state that follows, and the fence that follows from them. */
interface Moved {
  stay: IntentRow[]
  /** They leave the outbox for the archive. */
  ended: ArchivedIntent[]
  fence: MetaRows['fence']
}

/** Moves intents to the state that follows: pure. `rows` are those of the settlements, in their order. */
function moveIntents(
  own: MetaRows['fence'],
  rows: readonly (IntentRow | undefined)[],
  settlements: readonly Settlement[],
  now: number,
  pulled: boolean,
): Moved {
  const stay: IntentRow[] = []
  const ended: ArchivedIntent[] = []
  let fence = own
  rows.forEach((row, i) => {
    const settlement = settlements[i]!
    // Settled before, by a pull or an earlier answer, or gone on to another id: nothing more to do.
    if (!row || (settlement.incarnation ?? row.incarnation) !== row.incarnation) return
    if (isAnothers(row, settlement)) {
      if (!isPending(row.state) || row.state === 'conflict') return
      const next = nextIncarnation(row.incarnation)
      stay.push({ ...row, state: applyEvent(row.state, 'reused'), incarnation: next, last: null, notBefore: 0 })
      fence = afterReuse(fence, row.incarnation)
      return
    }
    // Never sent from here, so it is what a copy of this profile has done under the same id: ours goes, and the server
    // tells the two apart.
    if (pulled && row.attempts === 0) return
    const state = applyEvent(row.state, settlement.event)
    if (state === row.state) return
    const moved = { ...row, state, last: settlement.refusal ?? null, notBefore: settlement.notBefore ?? 0 }
    if (state === 'acked' || state === 'cancelled' || state === 'superseded')
      ended.push({ ...moved, endedAt: now, by: null })
    else stay.push(moved)
  })
  return { stay, ended, fence }
}

/** Writes the moved intents; within a transaction. */
const writeMoved = (db: UserDb, own: MetaRows['fence'], { stay, ended, fence }: Moved): Promise<unknown> =>
  Promise.all([
    fence !== own && db.meta.put(fence),
    stay.length > 0 && db.outbox.bulkPut(stay),
    ended.length > 0 && db.archive.bulkPut(ended),
    ended.length > 0 && db.outbox.bulkDelete(ended.map((r) => r.seq!)),
  ])

/** Whether a settlement of an id is of another intent, made at another moment: ours never took effect under it. */
function isAnothers({ createdAt }: IntentRow, settlement: Settlement): boolean {
  const of = settlement.refusal?.reason === 'idReused' ? settlement.refusal.params?.['createdAt'] : settlement.createdAt
  return of !== undefined && of !== createdAt
}

async function refoldSettled(db: UserDb, keys: readonly string[], settling: Settling): Promise<void> {
  const changes = new Map<string, Change[]>()
  for (const change of settling.changes) {
    const ref = `${change.table}/${change.key}`
    changes.set(ref, [...(changes.get(ref) ?? []), change])
  }
  const [cursor, waiting] = await Promise.all([readCursor(db), db.outbox.count()])
  // A row that the feed has passed and that is not here is gone. A late answer does not bring it back; only a pull may.
  const unseen = settling.cursor === undefined ? (Number.parseInt(cursor, 10) || 0) + 1 : -1
  const serverRowOf = (ref: string, old: AnyMirrorRow | undefined): ServerRow => {
    let newest: ServerRow = (settling.reset ? undefined : old) ?? { server: null, rev: 0 }
    let known = settling.reset ? -1 : old?.server ? old.rev : unseen
    for (const change of changes.get(ref) ?? []) {
      if (change.rev < known) continue
      known = change.rev
      newest = { server: change.row, rev: change.rev }
    }
    return newest
  }
  // Most pulls meet an empty outbox, and a row on which nothing is pending has nothing to fold.
  await refold(db, keys, serverRowOf, (old) => waiting > 0 && old?.pending !== 0)
}
