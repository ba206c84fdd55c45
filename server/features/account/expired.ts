import type { Db } from '../../db/tables.ts'

/**
 * Deletes sessions and codes that are over. A code's row goes an hour after its end, long after the pause between
 * codes.
 */
export async function purgeExpired(db: Db, now: number): Promise<void> {
  await db.deleteFrom('sessions').where('expires_at', '<', new Date(now)).execute()
  await db
    .deleteFrom('email_codes')
    .where('expires_at', '<', new Date(now - 3_600_000))
    .execute()
}
