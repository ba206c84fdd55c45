import type { Db } from '../db/tables/tables.ts'
import { ATTEMPT_MS } from './social.ts'

/**
 * Deletes sessions, codes and attempts to sign in that are over. A code's row goes an hour after its end, long after
 * the pause between codes.
 */
export async function purgeExpired(db: Db, now: number): Promise<void> {
  await db.deleteFrom('sessions').where('expires_at', '<', new Date(now)).execute()
  await db
    .deleteFrom('social_attempts')
    .where('created_at', '<', new Date(now - ATTEMPT_MS))
    .execute()
  await db
    .deleteFrom('email_codes')
    .where('expires_at', '<', new Date(now - 3_600_000))
    .execute()
}
