import { mutations } from '#contract/registry.ts'
import type { Mutation } from '#contract/mutation.ts'
import { PUSH_BYTES_MAX, PUSH_INTENTS_MAX, type PushIntent } from '#contract/sync.ts'
import { isMutationName } from '#contract/registry.ts'
import { userTables } from '#contract/rows.ts'
import type { UserDb } from '#localdb/open.ts'
import type { IntentRow, IntentState } from '#localdb/schema.ts'
import { MAX_WAIT } from './backoff.ts'
import { intentsOn, readMirror, writeMirror } from './enqueue.ts'
import { assertFence, assertLease, type Fence } from './fence.ts'
import { project } from './fold.ts'
import { follow } from './machine.ts'

/** A batch ready for the wire, and when something that waits may go (Unix ms; Infinity when nothing does). */
export interface Batch { intents: PushIntent[]; nextAt: number }

const READ_AHEAD = 500
const sendable: ReadonlySet<IntentState> = new Set(['pending', 'unknown', 'waiting'])
// Room for the envelope of the batch beside its intents.
const BYTES = PUSH_BYTES_MAX - 10_000

/**
 * Takes the next batch in order of seq and marks it as sending, in one transaction that is on disk before
 * anything is sent. An entry that cannot go yet holds its lanes and no others. Rows that no longer fit
 * their schema are quarantined, shown, and the rest goes on.
 */
export async function take(db: UserDb, fence: Fence, epoch: number, now: number, limit = PUSH_INTENTS_MAX): Promise<Batch> {
  return db.transaction('rw', [db.outbox, db.quarantine, db.meta, ...userTables.map((t) => db[t])], async () => {
    await assertFence(db, fence)
    await assertLease(db, epoch)
    const blocked = new Set<string>()
    let nextAt = Infinity
    for (const row of await db.outbox.where('state').anyOf(['waiting', 'conflict', 'held'] satisfies IntentState[]).toArray()) {
      if (row.state === 'waiting') {
        // A wait beyond what any server may ask for comes from a clock that jumped: it is over.
        if (row.notBefore <= now || row.notBefore > now + MAX_WAIT) continue
        nextAt = Math.min(nextAt, row.notBefore)
      }
      for (const lane of row.lanes) blocked.add(lane)
    }
    const live = new Set<string>()
    const taken: IntentRow[] = []
    const bad: IntentRow[] = []
    let bytes = 0
    let after = 0
    reading: for (;;) {
      const rows = await db.outbox.where(':id').above(after).limit(READ_AHEAD).toArray()
      if (rows.length === 0) break
      for (const row of rows) {
        after = row.seq!
        if (!sendable.has(row.state)) continue
        const mustWait = row.lanes.some((lane) => blocked.has(lane)) || (row.deps.length > 0 && (await depsLive(db, row, live)))
        if (mustWait) {
          for (const lane of row.lanes) blocked.add(lane)
          continue
        }
        if (!fits(row)) {
          bad.push(row)
          continue
        }
        bytes += JSON.stringify(row.payload).length + 80
        if (taken.length >= limit || (bytes > BYTES && taken.length > 0)) break reading
        taken.push(row)
      }
    }
    if (bad.length > 0) await quarantine(db, bad, now)
    await db.outbox.bulkPut(taken.map((row) => ({ ...row, state: follow(row.state, 'send'), attempts: row.attempts + 1, leaseEpoch: epoch })))
    return { intents: taken.map(toWire), nextAt }
  })
}

/** Whether something that the intent depends on has not been acked yet. */
async function depsLive(db: UserDb, row: IntentRow, known: Set<string>): Promise<boolean> {
  if (row.deps.some((id) => known.has(id))) return true
  const found = await db.outbox.where('intentId').anyOf(row.deps).toArray()
  for (const dep of found) known.add(dep.intentId)
  return found.length > 0
}

function fits(row: IntentRow): boolean {
  if (!isMutationName(row.name)) return false
  return (mutations[row.name] as unknown as Mutation).payload.safeParse(row.payload).success && typeof row.createdAt === 'number'
}

const toWire = (row: IntentRow): PushIntent => ({
  seq: row.seq!, name: row.name, payload: row.payload, createdAt: row.createdAt, ...(row.confirmBy === null ? {} : { confirmBy: row.confirmBy }),
})

async function quarantine(db: UserDb, rows: IntentRow[], now: number): Promise<void> {
  await db.quarantine.bulkPut(rows.map((row) => ({ id: row.intentId, reason: 'schema', row, at: now })))
  await db.outbox.bulkDelete(rows.map((r) => r.seq!))
  const keys = [...new Set(rows.flatMap((r) => (Array.isArray(r.keys) ? r.keys : [])))]
  const mirror = await readMirror(db, keys)
  const byKey = await intentsOn(db, keys)
  await writeMirror(db, keys, (ref, key) => project(key, mirror.get(ref)?.server ?? null, mirror.get(ref)?.rev ?? 0, byKey.get(ref)!))
}
