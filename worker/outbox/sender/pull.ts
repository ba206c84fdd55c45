import { splitRows } from '#contract/sync/schema-changes.ts'
import type { Input, Output } from '#contract/registry.ts'
import type { UserDb } from '#localdb/open.ts'
import type { MetaRows } from '#localdb/schema.ts'
import type { Fence } from '../fence.ts'
import { incarnationsOf } from '../incarnation.ts'
import { settlementOf } from './push.ts'
import { settleIntents } from '../settle.ts'
import { pullFrom } from '../unread.ts'
import { sealChanges, type Vault } from '../sealing.ts'
import type { WireOutcome } from '../../wire/envelope.ts'

/** Asks for one page of the person's feed. */
export type PullPage = (input: Input<'sync.pull'>) => Promise<WireOutcome<Output<'sync.pull'>>>

/**
 * Pulls until the feed is at its end. Each page settles the intents whose outcomes it carries and replaces
 * what the server last said in one transaction, so that an effect whose answer was lost is never folded
 * twice. Returns the last page's outcome.
 */
export async function pullPages(
  db: UserDb,
  fence: Fence,
  vault: Vault,
  epoch: number,
  now: () => number,
  page: PullPage,
): Promise<WireOutcome> {
  for (;;) {
    const cursor = await pullFrom(db, fence, epoch)
    const outcome = await page({ cursor, ...(await whereItStands(db, fence)) })
    if (outcome.kind !== 'accepted') return outcome
    const { data } = outcome
    // Another person's feed under our token would be a server's grave error: never applied (I6).
    if (data.uid !== fence.uid) return { kind: 'unreachable' }
    const at = now()
    const { changes, unread } = splitRows(data.changes)
    await settleIntents(db, fence, epoch, at, {
      settlements: data.outcomes.map((o) => settlementOf(o, at)),
      changes: await sealChanges(vault, changes),
      unread,
      cursor: data.cursor,
      reset: data.reset,
      ...(data.position === undefined ? {} : { position: data.position }),
      ...(data.restored === undefined ? {} : { restored: data.restored }),
    })
    if (!data.more) return outcome
    // More of the same would be asked for without end.
    if (data.cursor === cursor) return { kind: 'unreachable' }
  }
}

/** The query of a pull: the newest position that the device has seen, and whose outcomes it needs. */
async function whereItStands(db: UserDb, fence: Fence): Promise<Omit<Input<'sync.pull'>, 'cursor'>> {
  const [own, position] = (await db.meta.bulkGet(['fence', 'position'])) as [
    MetaRows['fence'] | undefined,
    MetaRows['position'] | undefined,
  ]
  return {
    incarnation: (own ? incarnationsOf(own) : [fence.incarnation]).join(','),
    ...(position && { position: position.position }),
  }
}
