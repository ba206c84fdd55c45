import { sql } from 'kysely'
import type { Db } from '../../db/tables.ts'

/** Outcomes are kept so long (days), those of orders for ever. */
export const RETENTION_DAYS = 90

/**
 * Deletes outcomes past their time, keeping per incarnation up to which seq: that tells "purged" from "never seen".
 * Returns how many went.
 */
export async function purgeOutcomes(db: Db, now: number): Promise<number> {
  const before = new Date(now - RETENTION_DAYS * 86_400_000)
  return db.transaction().execute(async (tx) => {
    await sql`
      insert into incarnations (user_id, incarnation, purged_through)
      select user_id, incarnation, max(seq) from outcomes where not kept and created_at < ${before} group by user_id, incarnation
      on conflict (user_id, incarnation) do update set purged_through = greatest(incarnations.purged_through, excluded.purged_through)`.execute(
      tx,
    )
    const gone = await tx
      .deleteFrom('outcomes')
      .where('kept', '=', false)
      .where('created_at', '<', before)
      .executeTakeFirst()
    return Number(gone.numDeletedRows)
  })
}
