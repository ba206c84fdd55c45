import { HELD_AFTER_CHANGE_MS } from '#contract/withdrawals/rules.ts'
import type { Db, Tx } from '../db/tables/tables.ts'

/** Until when a person can withdraw nothing because a password or a second factor was changed (Unix ms). */
export async function heldUntilOf(db: Db | Tx, userId: string, now: number): Promise<number | null> {
  const { credentials_reset_at: changed } = await db
    .selectFrom('users')
    .select('credentials_reset_at')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const until = changed ? changed.getTime() + HELD_AFTER_CHANGE_MS : 0
  return until > now ? until : null
}
