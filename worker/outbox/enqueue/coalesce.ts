import { isPending } from '#localdb/intent-states.ts'
import type { ArchivedIntent, IntentRow } from '#localdb/schema.ts'
import { knownMutation } from '../../guess/known.ts'
import { fold, showSame, splitKey } from '../fold.ts'
import { applyEvent } from '../machine.ts'
import type { AnyMirrorRow } from '../mirror.ts'
import { filesNamed } from '../needed-files.ts'

/** The changes of one group, gathered in memory first so that they are written in a few bulk calls. */
export interface Working {
  /** Intents on a key, in order of seq; new ones at the end. */
  byKey: Map<string, IntentRow[]>
  added: IntentRow[]
  changed: Set<IntentRow>
  removed: number[]
  archived: ArchivedIntent[]
  /** Which intent took the place of one that is gone. */
  heirs: Map<string, string>
}

/**
 * Lets a new intent join an earlier one that was never sent (coalescing), or stand on its own. An intent that was here
 * when the database was opened, up to the seq `opened`, stays as it is: a copy of the database would send it as it was.
 */
export function coalesceIntent(
  row: IntentRow,
  work: Working,
  mirror: ReadonlyMap<string, AnyMirrorRow>,
  opened: number,
): void {
  const m = knownMutation(row.name)
  const ref = row.keys[0]!
  const earlier = row.keys.length === 1 ? work.byKey.get(ref)!.findLast((i) => isPending(i.state)) : undefined
  const mayJoin =
    earlier?.name === row.name &&
    earlier.keys.length === 1 &&
    earlier.state === 'pending' &&
    earlier.attempts === 0 &&
    (earlier.seq === undefined || earlier.seq > opened) &&
    // The device that it was taken over from may have done it after all.
    earlier.from === undefined &&
    row.from === undefined &&
    // The joined intent must not wait for an intent that may itself wait for the earlier one.
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
    if (row.files || earlier.files) earlier.files = filesNamed(earlier.name, joined)
    work.changed.add(earlier)
    work.heirs.set(row.intentId, earlier.intentId)
    work.archived.push({ ...row, state: applyEvent(row.state, 'absorb'), by: earlier.intentId, endedAt: row.createdAt })
    return
  }
  earlier.state = applyEvent(earlier.state, 'cancelUnsent')
  if (earlier.seq !== undefined) work.removed.push(earlier.seq)
  else work.added.splice(work.added.indexOf(earlier), 1)
  work.changed.delete(earlier)
  work.archived.push(
    { ...earlier, by: row.intentId, endedAt: row.createdAt },
    { ...row, state: applyEvent(row.state, 'cancelUnsent'), by: earlier.intentId, endedAt: row.createdAt },
  )
}
