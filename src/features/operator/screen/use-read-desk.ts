import { deskOfMessage } from '#contract/operator/desk-waits.ts'
import { unreadWhere } from '#localdb/queries/messages/items.ts'
import { useLive } from '../../../data/use-live.ts'
import { useMutate } from '../../../data/use-mutate.ts'
import { useReadTalk } from '../../../parts/messages/talk-lines.tsx'

/** Marks an operator's messages about a desk as read while the desk is on the screen. */
export function useReadDesk(desk: string | undefined): void {
  const mutate = useMutate()
  const unread = useLive(
    async (db) => (desk === undefined ? [] : unreadWhere(db, ({ kind }) => deskOfMessage(kind) === desk)),
    [desk],
  )
  useReadTalk(Math.max(0, ...(unread ?? [])), () => void mutate('message.read', { ids: unread ?? [], on: true }))
}
