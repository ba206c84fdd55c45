import { sql } from 'kysely'
import type { Tx } from '../../db/tables.ts'

/** How many intents of one person are stored in a day (UTC). A device that was away for months brings ten thousand. */
export const STORED_A_DAY = 20_000

const dayOf = (now: number): string => new Date(now).toISOString().slice(0, 10)

/** How many more intents of a person may be stored today; the caller holds the lock of their feed. */
export async function quotaToday(tx: Tx, userId: string, now: number): Promise<number> {
  const { rows } = await sql<{ stored: number }>`
    select stored from feeds where user_id = ${userId}::uuid and stored_on = ${dayOf(now)}::date`.execute(tx)
  return STORED_A_DAY - (rows[0]?.stored ?? 0)
}

/** Counts intents that have been stored. */
export async function countStored(tx: Tx, userId: string, now: number, intents: number): Promise<void> {
  if (intents === 0) return
  const today = sql`${dayOf(now)}::date`
  await sql`
    update feeds set stored = case when stored_on = ${today} then stored else 0 end + ${intents}::int,
      stored_on = ${today}
    where user_id = ${userId}::uuid`.execute(tx)
}
