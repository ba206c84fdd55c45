import type { Db } from '../db/tables.ts'
import { ownerTransaction } from '../feed/owner-feed.ts'
import { notify, type Notice } from '../messages/notify.ts'

/** Tells all members of a store something, each in a transaction of their own. */
export async function tellMembers(db: Db, storeId: number, notice: Notice): Promise<void> {
  const members = await db
    .selectFrom('store_members')
    .select('user_id')
    .where('store_id', '=', storeId)
    .where('ended_at', 'is', null)
    .execute()
  for (const { user_id } of members) await ownerTransaction(db, user_id, (call) => notify(call, user_id, notice))
}
