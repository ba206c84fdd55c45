import type { Payload } from '#contract/registry.ts'
import { SAVED_REPLIES_MAX, repliesAfter, type ReplyChange } from '#contract/stores/saved-replies.ts'
import { noticeNow } from './feed/change.ts'
import { refused, type StoreMutationCall, type Verdict } from '../http/handlers.ts'

/** Sets a store's announcement, its holiday and its saved replies. */
export async function setNotice(
  call: StoreMutationCall,
  { announcement, holiday, answers }: Payload<'store.notice'>,
): Promise<Verdict> {
  if (holiday && holiday.from > holiday.to) return refused('invalid', { path: 'holiday' })
  const ready = answers && (await answersAfter(call, answers))
  if (ready && ready.length > SAVED_REPLIES_MAX) return refused('invalid', { path: 'answers' })
  const rows = await noticeNow(call, {
    ...(announcement !== undefined && { announcement }),
    ...(holiday !== undefined && { holiday_from: holiday?.from ?? null, holiday_to: holiday?.to ?? null }),
    ...(ready && { answers: JSON.stringify(ready) }),
  })
  // Saved replies are nobody else's to see.
  if (announcement !== undefined || holiday !== undefined) call.touchStore(call.store.id)
  return { kind: 'accepted', rows }
}

/** The store's answers after a change; its feed's lock keeps them until then. */
async function answersAfter({ tx, store }: StoreMutationCall, change: ReplyChange) {
  const { answers } = await tx
    .selectFrom('store_notices')
    .select('answers')
    .where('store_id', '=', store.id)
    .executeTakeFirstOrThrow()
  return repliesAfter(answers, change)
}
