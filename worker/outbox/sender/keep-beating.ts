import { wait } from '../../env/env.ts'
import { HEARTBEAT } from './heartbeat.ts'
import { beat } from './lease.ts'
import type { SenderDeps } from './sender-deps.ts'

/**
 * Shows, for as long as something is in the outbox, that the holder of the lease lives; `recorded` when there is
 * something new, should another tab's word of it have been lost.
 */
export async function keepBeating(
  c: SenderDeps,
  epoch: number,
  lost: AbortSignal,
  recorded: () => void,
): Promise<void> {
  let newest = 0
  while (!lost.aborted) {
    const [last] = await c.db.outbox.toCollection().reverse().limit(1).primaryKeys()
    if (last !== undefined) await beat(c.env, c.db, epoch)
    if (Number(last) > newest) {
      newest = Number(last)
      recorded()
    }
    await wait(c.env, HEARTBEAT, lost)
  }
}
