import { mutations } from '#contract/registry.ts'
import type { Mutation } from '#contract/mutation.ts'
import type { UserRows, UserTable } from '#contract/schema/rows.ts'
import { userTables } from '#contract/schema/rows.ts'
import type { UserDb } from '#localdb/open.ts'
import type { ArchivedIntent, IntentRow, MirrorRow } from '#localdb/schema.ts'
import { isQuota } from '../env/storage-errors.ts'
import { assertFence, type Fence } from './fence.ts'
import { fold, isPending, project, showSame, splitKey } from './fold.ts'
import { follow } from './machine.ts'
import { isTombstone, keepTombstones } from './tombstones.ts'

/** What a gesture asks for, already checked against its schema. */
export interface NewIntent extends Pick<
  IntentRow,
  'intentId' | 'name' | 'payload' | 'createdAt' | 'deps' | 'confirmBy'
> {
  /** The conflict in whose place it comes by the person's consent, or the refused one that they ask again. */
  replaces?: string
}

/** What was to be replaced no longer waits for the person: settled, given up or replaced before. */
export class NothingToReplace extends Error {
  override name = 'NothingToReplace'
}

/** Records intents with their visible effect. */
export interface Enqueue {
  /**
   * Resolves when the intents of one gesture and their effects are on disk, in one transaction (law 2); a repeated
   * intentId records nothing more. Rejects when nothing was saved.
   * They are recorded in the order of the calls, also when one is still being sealed: it keeps those behind it waiting,
   * unless it fails.
   */
  add(gesture: readonly NewIntent[] | Promise<readonly NewIntent[]>): Promise<void>
}

/** What an enqueue tells, and asks for. */
export interface EnqueueOptions {
  /** Called after each commit. */
  saved(): void
  /** Makes room on a full disk, of what can be fetched again. */
  freeSpace(): Promise<void>
  /** Where an error goes that no gesture is to blame for. */
  report(error: unknown): void
}

/**
 * Group commit: what arrives while a transaction runs shares the next one. A group that aborts is tried again gesture
 * by gesture, so that one bad intent takes no other's with it; one that meets a full disk once more after room was
 * made, before those behind it, so that the order is kept.
 */
export function createEnqueue(db: UserDb, fence: Fence, { saved, freeSpace, report }: EnqueueOptions): Enqueue {
  let waiting: Waiting[] = []
  let running = false
  // When all gestures so far are sealed, or have failed.
  let earlier = Promise.resolve()

  async function run(): Promise<void> {
    running = true
    try {
      while (waiting.length > 0) {
        const group = waiting
        waiting = []
        try {
          await commit(
            db,
            fence,
            group.flatMap((w) => w.gesture),
          )
          for (const w of group) w.done()
        } catch (error) {
          await oneByOne(group, error)
        }
        saved()
      }
    } finally {
      running = false
      if (waiting.length > 0) begin()
    }
  }
  const begin = (): void => void run().catch(report)

  async function oneByOne(group: readonly Waiting[], error: unknown): Promise<void> {
    for (const { gesture, done, failed } of group) {
      const tried = group.length > 1 ? commit(db, fence, gesture) : Promise.reject(error as Error)
      await tried
        .catch(async (why: unknown) => {
          if (!isQuota(why)) throw why
          await freeSpace()
          await commit(db, fence, gesture)
        })
        .then(done, failed)
    }
  }

  const enter = (gesture: readonly NewIntent[]): Promise<void> =>
    new Promise((done, failed) => {
      waiting.push({ gesture, done, failed })
      if (!running) begin()
    })

  return {
    add: (gesture) => {
      const turn = Promise.all([gesture, earlier])
      earlier = Promise.allSettled([gesture, earlier]).then(() => undefined)
      return turn.then(([sealed]) => enter(sealed))
    },
  }
}

interface Waiting {
  gesture: readonly NewIntent[]
  done(): void
  failed(error: unknown): void
}

/** What one group changes, gathered in memory first so that it is written in a few bulk calls. */
interface Working {
  /** Intents on a key, in order of seq; new ones at the end. */
  byKey: Map<string, IntentRow[]>
  added: IntentRow[]
  changed: Set<IntentRow>
  removed: number[]
  archived: ArchivedIntent[]
  /** Which intent took the place of one that is gone. */
  heirs: Map<string, string>
}

/** Writes a group of intents and what they show, all or nothing. */
export async function commit(db: UserDb, fence: Fence, group: readonly NewIntent[]): Promise<void> {
  await db.transaction('rw', [db.outbox, db.archive, db.meta, ...userTables.map((t) => db[t])], async () => {
    const { current = fence.incarnation } = await assertFence(db, fence)
    const fresh = await unseen(db, group, fence.uid)
    if (fresh.length === 0) return
    const rows = fresh.map((intent) => toRow(intent, { ...fence, incarnation: current }))
    const keys = [...new Set(rows.flatMap((r) => r.keys))]
    const mirror = await readMirror(db, keys)
    // Where nothing waits there is nothing to look for.
    const waited = [...new Set(rows.flatMap(awaited))]
    const byKey = await intentsOn(db, [...new Set([...keys.filter((ref) => mirror.get(ref)?.pending), ...waited])])
    for (const ref of keys) if (!byKey.has(ref)) byKey.set(ref, [])
    const work: Working = {
      byKey,
      added: [],
      changed: new Set(),
      removed: [],
      archived: [],
      heirs: await heirsOf(db, fresh),
    }
    for (const [i, row] of rows.entries()) {
      const { replaces } = fresh[i]!
      if (replaces !== undefined) await replace(db, replaces, row, work)
      // Two of one kind only take off the same things, in whichever order: neither awaits the other.
      const after = awaited(row).flatMap((ref) =>
        work.byKey
          .get(ref)!
          .filter((other) => isPending(other.state) && other.name !== row.name)
          .map((other) => other.intentId),
      )
      const deps = [...new Set([...row.deps.map((id) => work.heirs.get(id) ?? id), ...after])]
      place({ ...row, deps }, work, mirror, fence.opened ?? 0)
    }
    await write(db, work, keys, mirror)
  })
}

/** The id under which a guest's intent becomes a person's own. */
export const mergedId = (intentId: string, uid: string): string => `${intentId}@${uid}`

/**
 * Those of the group whose gesture has not been recorded before, each once; nor as a guest's that has become this
 * person's.
 */
async function unseen(db: UserDb, group: readonly NewIntent[], uid: string): Promise<NewIntent[]> {
  const ids = [...new Set(group.map((i) => i.intentId))]
  // Asked for side by side: one walk over the index (anyOf) takes a turn of the event loop for each. One range has both
  // ids, and rarely a third.
  const waiting = await Promise.all(
    ids.map((id) => db.outbox.where('intentId').between(id, mergedId(id, uid), true, true).keys()),
  )
  const known = new Set<unknown>(waiting.flat())
  for (const row of await db.archive.bulkGet(ids.flatMap((id) => [id, mergedId(id, uid)])))
    if (row) known.add(row.intentId)
  return group.filter(
    ({ intentId }) => !known.has(intentId) && !known.has(mergedId(intentId, uid)) && known.add(intentId),
  )
}

/** The keys whose pending intents this one waits for. */
const awaited = (row: IntentRow): string[] => (mutations[row.name] as unknown as Mutation).after?.(row.payload) ?? []

/**
 * Takes a conflict or a refused intent out of the outbox: by the person's word another stands in its place, also for
 * those that depend on it.
 */
async function replace(db: UserDb, intentId: string, by: IntentRow, work: Working): Promise<void> {
  const old = await db.outbox.where('intentId').equals(intentId).first()
  if (old?.state !== 'conflict' && old?.state !== 'rejected') throw new NothingToReplace()
  work.archived.push({ ...old, state: follow(old.state, 'replace'), by: by.intentId, endedAt: by.createdAt })
  work.removed.push(old.seq!)
  for (const [ref, intents] of work.byKey)
    work.byKey.set(
      ref,
      intents.filter((i) => i.intentId !== intentId),
    )
  for (const found of await db.outbox.where('deps').equals(intentId).toArray()) {
    // One that waits for several, or is on one of the keys, stays one object: else its last copy would win.
    const waiting = [...work.changed, ...[...work.byKey.values()].flat()].find((i) => i.seq === found.seq) ?? found
    waiting.deps = waiting.deps.map((id) => (id === intentId ? by.intentId : id))
    work.changed.add(waiting)
  }
}

function toRow({ replaces: _replaced, ...intent }: NewIntent, fence: Fence): IntentRow {
  const m = mutations[intent.name] as unknown as Mutation
  return {
    ...intent,
    incarnation: fence.incarnation,
    uid: fence.uid,
    proto: fence.proto,
    lanes: m.lanes(intent.payload),
    keys: m.keys(intent.payload),
    state: 'pending',
    attempts: 0,
    notBefore: 0,
    leaseEpoch: 0,
    last: null,
  }
}

/** Those on which the group depends that were superseded, with what took their place. */
async function heirsOf(db: UserDb, group: readonly NewIntent[]): Promise<Map<string, string>> {
  const heirs = new Map<string, string>()
  for (const row of await db.archive.bulkGet(group.flatMap((i) => i.deps)))
    if (row?.by && row.state === 'superseded') heirs.set(row.intentId, row.by)
  return heirs
}

/** All intents on any of the keys, by key, in order of seq. */
export async function intentsOn(db: UserDb, keys: readonly string[]): Promise<Map<string, IntentRow[]>> {
  // One of many keys is read once for each: it stays one object.
  const bySeq = new Map<number, IntentRow>()
  const one = (row: IntentRow): IntentRow => bySeq.get(row.seq!) ?? (bySeq.set(row.seq!, row), row)
  return new Map(
    await Promise.all(
      keys.map(async (key) => [key, (await db.outbox.where('keys').equals(key).toArray()).map(one)] as const),
    ),
  )
}

/** The mirror rows of the keys, by key reference; missing ones are absent. */
export async function readMirror(
  db: UserDb,
  keys: readonly string[],
): Promise<Map<string, MirrorRow<UserRows[UserTable]>>> {
  const found = new Map<string, MirrorRow<UserRows[UserTable]>>()
  for (const table of userTables) {
    const here = keys
      .map(splitKey)
      .filter((k) => k.table === table)
      .map((k) => k.key)
    if (here.length === 0) continue
    for (const row of await db[table].bulkGet(here)) if (row) found.set(`${table}/${row.key}`, row)
  }
  return found
}

/**
 * Lets a new intent join an earlier one that was never sent (coalescing), or stand on its own. One that stood here when
 * the database was opened, up to the seq `opened`, stays as it is: a copy of the database would send it as it was.
 */
function place(
  row: IntentRow,
  work: Working,
  mirror: ReadonlyMap<string, MirrorRow<UserRows[UserTable]>>,
  opened: number,
): void {
  const m = mutations[row.name] as unknown as Mutation
  const ref = row.keys[0]!
  const earlier = row.keys.length === 1 ? work.byKey.get(ref)!.findLast((i) => isPending(i.state)) : undefined
  const mayJoin =
    earlier?.name === row.name &&
    earlier.keys.length === 1 &&
    earlier.state === 'pending' &&
    earlier.attempts === 0 &&
    (earlier.seq === undefined || earlier.seq > opened) &&
    // It would have to wait for what the earlier one may be awaited by.
    row.deps.every((id) => earlier.deps.includes(id))
  const alone = (): void => {
    work.added.push(row)
    for (const key of row.keys) work.byKey.get(key)!.push(row)
  }
  if (!m.coalesce || !earlier || !mayJoin) return alone()
  const before = work.byKey.get(ref)!.filter((i) => i !== earlier && isPending(i.state))
  const { key } = splitKey(ref)
  const base = fold(mirror.get(ref)?.server ?? null, key, before)
  const joined = m.coalesce(earlier.payload, row.payload, base ?? undefined)
  const together = joined === 'cancel' ? base : fold(base, key, [{ ...earlier, payload: joined }])
  // Limits (nothing below zero) can make one change of two differ from the two: then they stay two.
  if (!showSame(together, fold(base, key, [earlier, row]))) return alone()
  if (joined !== 'cancel') {
    earlier.payload = joined
    work.changed.add(earlier)
    work.heirs.set(row.intentId, earlier.intentId)
    work.archived.push({ ...row, state: follow(row.state, 'absorb'), by: earlier.intentId, endedAt: row.createdAt })
    return
  }
  earlier.state = follow(earlier.state, 'cancelUnsent')
  if (earlier.seq !== undefined) work.removed.push(earlier.seq)
  else work.added.splice(work.added.indexOf(earlier), 1)
  work.changed.delete(earlier)
  work.archived.push(
    { ...earlier, by: row.intentId, endedAt: row.createdAt },
    { ...row, state: follow(row.state, 'cancelUnsent'), by: earlier.intentId, endedAt: row.createdAt },
  )
}

async function write(
  db: UserDb,
  work: Working,
  keys: readonly string[],
  mirror: ReadonlyMap<string, MirrorRow<UserRows[UserTable]>>,
): Promise<void> {
  await db.outbox.bulkAdd(work.added)
  if (work.changed.size > 0) await db.outbox.bulkPut([...work.changed].filter((r) => r.seq !== undefined))
  if (work.removed.length > 0) await db.outbox.bulkDelete(work.removed)
  if (work.archived.length > 0) await db.archive.bulkPut(work.archived)
  await writeMirror(db, keys, (ref, key) => {
    const now = mirror.get(ref)
    return project(key, now?.server ?? null, now?.rev ?? 0, work.byKey.get(ref)!)
  })
}

/**
 * Writes the projected row of each key, deleting those of which nothing remains and the oldest tombstones; within a
 * transaction over `meta` and all mirror tables.
 */
export async function writeMirror(
  db: UserDb,
  keys: readonly string[],
  rowOf: (ref: string, key: string) => MirrorRow<UserRows[UserTable]> | undefined,
): Promise<void> {
  const tombstones: string[] = []
  for (const table of userTables) {
    const rows: MirrorRow<UserRows[UserTable]>[] = []
    const gone: string[] = []
    for (const ref of keys) {
      const at = splitKey(ref)
      if (at.table !== table) continue
      const row = rowOf(ref, at.key)
      if (row) rows.push(row)
      else gone.push(at.key)
      if (row && isTombstone(row)) tombstones.push(ref)
    }
    // The rows of one table were all read from, or made for, that table.
    if (rows.length > 0) await (db[table] as { bulkPut(rows: unknown[]): Promise<unknown> }).bulkPut(rows)
    if (gone.length > 0) await db[table].bulkDelete(gone)
  }
  if (tombstones.length > 0) await keepTombstones(db, tombstones)
}
