import { placesOrder } from '#contract/orders/placing.ts'
import { userTables } from '#contract/wire/user-tables.ts'
import { isPending } from '#localdb/intent-states.ts'
import type { UserDb } from '#localdb/open.ts'
import type { IntentRow } from '#localdb/schema.ts'
import { knownMutation } from '../../guess/known.ts'
import { coalesceIntent, type Working } from './coalesce.ts'
import { assertFence, type Fence } from '../fence.ts'
import { filesNamed, waitForFiles } from '../needed-files.ts'
import { project } from '../fold.ts'
import { applyEvent } from '../machine.ts'
import { intentsOn, readMirror, writeMirror, type AnyMirrorRow } from '../mirror.ts'

/** An intent of a gesture before it is recorded, already checked against its schema. */
export interface NewIntent extends Pick<
  IntentRow,
  'intentId' | 'name' | 'payload' | 'createdAt' | 'deps' | 'confirmBy' | 'from'
> {
  /** The conflict in whose place it comes by the person's consent, or the refused one that they ask again. */
  replaces?: string
  /** Nobody has asked for it before, so no earlier record of it is looked for. */
  first?: boolean
}

/** The intent to be replaced no longer waits for the person: it was settled, given up or replaced before. */
export class NothingToReplace extends Error {
  override name = 'NothingToReplace'
}

/** Writes a group of intents and their visible effects, all or nothing. */
export async function commit(db: UserDb, fence: Fence, group: readonly NewIntent[]): Promise<void> {
  const files = group.some((intent) => filesNamed(intent.name, intent.payload).length > 0) ? [db.files] : []
  const tables = [db.outbox, db.archive, db.meta, ...files, ...userTables.map((t) => db[t])]
  await db.transaction('rw', tables, async () => {
    // All reads are asked for at once, and below all writes: each wait for an answer takes as long as a write.
    const [{ current = fence.incarnation }, fresh, mirror, heirs] = await Promise.all([
      assertFence(db, fence),
      unseen(db, group, fence.uid),
      readMirror(db, keysOf(group)),
      heirsOf(db, group),
    ])
    if (fresh.length === 0) return
    const rows = fresh.map((intent) => toRow(intent, { ...fence, incarnation: current }))
    await waitForFiles(db, rows)
    const keys = keysOf(fresh)
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
      heirs,
    }
    for (const [i, row] of rows.entries()) {
      const { replaces } = fresh[i]!
      if (replaces !== undefined) await replace(db, replaces, row, work)
      // Two orders take pieces off the same rows, which commutes: neither depends on the other.
      const after = awaited(row).flatMap((ref) =>
        work.byKey
          .get(ref)!
          .filter((other) => isPending(other.state) && !(placesOrder(other.name) && placesOrder(row.name)))
          .map((other) => other.intentId),
      )
      const deps = [...new Set([...row.deps.map((id) => work.heirs.get(id) ?? id), ...after])]
      coalesceIntent({ ...row, deps }, work, mirror, fence.opened ?? 0)
    }
    await write(db, work, keys, mirror)
  })
}

/** The keys that intents show on. */
const keysOf = (group: readonly NewIntent[]): string[] => [
  ...new Set(group.flatMap(({ name, payload }) => knownMutation(name).keys(payload))),
]

/** The id under which a guest's intent becomes a person's own. */
export const mergedId = (intentId: string, uid: string): string => `${intentId}@${uid}`

/**
 * The intents of the group that have not been recorded before, each once; nor as a guest's that have become this
 * person's.
 */
async function unseen(db: UserDb, group: readonly NewIntent[], uid: string): Promise<NewIntent[]> {
  const ids = [...new Set(group.filter((i) => !i.first).map((i) => i.intentId))]
  // Asked for side by side: one walk over the index (anyOf) takes a turn of the event loop for each. One range has both
  // ids, and rarely a third.
  const [ended, ...waiting] = await Promise.all([
    db.archive.bulkGet(ids.flatMap((id) => [id, mergedId(id, uid)])),
    ...ids.map((id) => db.outbox.where('intentId').between(id, mergedId(id, uid), true, true).keys()),
  ])
  const known = new Set<unknown>(waiting.flat())
  for (const row of ended) if (row) known.add(row.intentId)
  return group.filter(
    ({ intentId }) => !known.has(intentId) && !known.has(mergedId(intentId, uid)) && known.add(intentId),
  )
}

/** The keys whose pending intents this one waits for. */
const awaited = (row: IntentRow): string[] => knownMutation(row.name).after?.(row.payload) ?? []

/**
 * Takes a conflict or a refused intent out of the outbox: by the person's consent another stands in its place, also for
 * the intents that depend on it.
 */
async function replace(db: UserDb, intentId: string, by: IntentRow, work: Working): Promise<void> {
  const old = await db.outbox.where('intentId').equals(intentId).first()
  if (old?.state !== 'conflict' && old?.state !== 'rejected') throw new NothingToReplace()
  work.archived.push({ ...old, state: applyEvent(old.state, 'replace'), by: by.intentId, endedAt: by.createdAt })
  work.removed.push(old.seq!)
  for (const [ref, intents] of work.byKey)
    work.byKey.set(
      ref,
      intents.filter((i) => i.intentId !== intentId),
    )
  for (const found of await db.outbox.where('deps').equals(intentId).toArray()) {
    // An intent that waits for several, or is on one of the keys, stays one object: else its last copy would win.
    const waiting = [...work.changed, ...[...work.byKey.values()].flat()].find((i) => i.seq === found.seq) ?? found
    waiting.deps = waiting.deps.map((id) => (id === intentId ? by.intentId : id))
    work.changed.add(waiting)
  }
}

function toRow({ replaces: _replaced, first: _first, ...intent }: NewIntent, fence: Fence): IntentRow {
  const m = knownMutation(intent.name)
  const files = filesNamed(intent.name, intent.payload)
  return {
    ...intent,
    incarnation: fence.incarnation,
    uid: fence.uid,
    proto: fence.proto,
    lanes: m.lanes(intent.payload),
    keys: m.keys(intent.payload),
    state: 'pending',
    attempts: 0,
    // An intent from a file has already waited on the device that saved it.
    notBefore: m.undoWithin === undefined || intent.from ? 0 : intent.createdAt + m.undoWithin,
    leaseEpoch: 0,
    last: null,
    ...(files.length > 0 && { files }),
  }
}

/** The superseded intents on which the group depends, with the intents that took their place. */
async function heirsOf(db: UserDb, group: readonly NewIntent[]): Promise<Map<string, string>> {
  const heirs = new Map<string, string>()
  for (const row of await db.archive.bulkGet(group.flatMap((i) => i.deps)))
    if (row?.by && row.state === 'superseded') heirs.set(row.intentId, row.by)
  return heirs
}

async function write(
  db: UserDb,
  work: Working,
  keys: readonly string[],
  mirror: ReadonlyMap<string, AnyMirrorRow>,
): Promise<void> {
  const changed = [...work.changed].filter((r) => r.seq !== undefined)
  await Promise.all([
    work.added.length > 0 && db.outbox.bulkAdd(work.added),
    changed.length > 0 && db.outbox.bulkPut(changed),
    work.removed.length > 0 && db.outbox.bulkDelete(work.removed),
    work.archived.length > 0 && db.archive.bulkPut(work.archived),
    writeMirror(db, keys, (ref, key) => {
      const now = mirror.get(ref)
      return project(key, now?.server ?? null, now?.rev ?? 0, work.byKey.get(ref)!)
    }),
  ])
}
