import type { Payload } from '#contract/registry.ts'
import { noticeNow } from './feed/change.ts'
import type { StoreMutationCall, Verdict } from '../http/handlers.ts'
import { changeSelling } from './selling.ts'

/** Closes a store, or opens it again; one that is so already stays so, since when it is. */
export async function setClosed(call: StoreMutationCall, { on }: Payload<'store.close'>): Promise<Verdict> {
  const { tx, store, userId, now, touchStore } = call
  const { closed_at: since } = await tx
    .selectFrom('stores')
    .select('closed_at')
    .where('id', '=', store.id)
    .executeTakeFirstOrThrow()
  if ((since !== null) !== on) {
    await changeSelling(tx, { id: store.id, uid: userId }, !on, { closed_at: on ? new Date(now()) : null })
    touchStore(store.id)
  }
  // Owed to the store by that: here is the transaction that gives it its rev.
  return { kind: 'accepted', rows: await noticeNow(call) }
}
