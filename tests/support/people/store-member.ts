import { openDatabase } from '#server/db/open.ts'
import type { StoreRole } from '#contract/stores/roles.ts'
import { addMember } from '#server/members/members.ts'
import type { Market } from '../servers/servers.ts'

/** Lets persons act for a store of a market, which stands still meanwhile. */
export async function makeMembers(
  market: Market,
  storeId: number,
  emails: readonly string[],
  role: StoreRole = 'owner',
): Promise<void> {
  await market.kill()
  const { db, close } = await openDatabase({ dataDir: market.dataDir })
  try {
    for (const email of emails) {
      const { id } = await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow()
      await db.transaction().execute((tx) => addMember(tx, storeId, id, role))
    }
  } finally {
    await close()
  }
  await market.restart()
}
