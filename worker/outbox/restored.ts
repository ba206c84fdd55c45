import { PUSH_INTENTS_MAX } from '#contract/sync/schema.ts'
import type { Input, Output } from '#contract/registry.ts'
import { userTables } from '#contract/wire/user-tables.ts'
import type { UserDb } from '#localdb/open.ts'
import type { ArchivedIntent, IntentRow } from '#localdb/schema.ts'
import type { WireOutcome } from '../wire/envelope.ts'
import { assertFence, assertLease, readMeta, type Fence } from './fence.ts'
import { applyEvent } from './machine.ts'
import '../guess/all.ts'
import { refold } from './mirror.ts'
import { askForFiles } from './awaited-files.ts'

// A server restored from an older backup has lost what it accepted since. The device still has it in its archive (90
// days) and sends again, under the same ids, what the server says it has lost:
//
//   reset, `restored` open ──▶ which of the accepted ones are lost? ──▶ those wait again ──▶ `restored` closed, told
//
// After a crash in between it is asked again: what waits again has left the archive. Nothing else is pushed before.

type Ask = (input: Input<'sync.lost'>) => Promise<WireOutcome<Output<'sync.lost'>>>

/** Whether a restored server has yet to be asked what it lost. */
export const isRestoring = async (db: UserDb): Promise<boolean> => (await readMeta(db, 'restored'))?.open === true

/** Has what a restored server lost sent again; the first outcome that was no answer ends it. */
export async function offerAgain(
  db: UserDb,
  fence: Fence,
  epoch: number,
  ask: Ask,
): Promise<Exclude<WireOutcome, { kind: 'accepted' }> | undefined> {
  const accepted = (await db.archive
    .where('[state+endedAt]')
    .between(['acked', -Infinity], ['acked', Infinity])
    .primaryKeys()) as string[]
  for (let from = 0; from < accepted.length; from += PUSH_INTENTS_MAX) {
    const rows = await db.archive.bulkGet(accepted.slice(from, from + PUSH_INTENTS_MAX))
    const sent = rows.filter((row) => row?.seq !== undefined) as (ArchivedIntent & { seq: number })[]
    for (const incarnation of new Set(sent.map((row) => row.incarnation))) {
      const some = sent.filter((row) => row.incarnation === incarnation)
      const intents = some.map(({ seq, createdAt }) => ({ seq, createdAt }))
      const outcome = await ask({ uid: fence.uid, incarnation, intents })
      if (outcome.kind !== 'accepted') return outcome
      const lost = new Set(outcome.data.lost)
      await waitAgain(
        db,
        fence,
        epoch,
        some.filter((row) => lost.has(row.seq)),
      )
    }
  }
  await within(db, fence, epoch, async () => {
    const row = await readMeta(db, 'restored')
    if (row) await db.meta.put({ ...row, open: false })
  })
  return undefined
}

/** Puts accepted intents back where they waited, with their effect on the screen, in one transaction. */
async function waitAgain(db: UserDb, fence: Fence, epoch: number, lost: readonly ArchivedIntent[]): Promise<void> {
  if (lost.length === 0) return
  await within(db, fence, epoch, async () => {
    const again = lost.map(({ endedAt: _endedAt, by: _by, ...row }): IntentRow => ({
      ...row,
      state: applyEvent(row.state, 'forgotten'),
      attempts: Math.max(1, row.attempts),
      notBefore: 0,
      last: null,
    }))
    await db.archive.bulkDelete(again.map((row) => row.intentId))
    await db.outbox.bulkPut(again)
    await askForFiles(
      db,
      again.flatMap((row) => row.files ?? []),
    )
    await refold(db, [...new Set(again.flatMap((row) => row.keys))])
    const row = await readMeta(db, 'restored')
    if (row) await db.meta.put({ ...row, intents: row.intents + again.length })
  })
}

const within = (db: UserDb, fence: Fence, epoch: number, work: () => Promise<void>): Promise<void> =>
  db.transaction('rw', [db.outbox, db.archive, db.meta, db.files, ...userTables.map((t) => db[t])], async () => {
    await assertFence(db, fence)
    await assertLease(db, epoch)
    await work()
  })
