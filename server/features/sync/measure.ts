import { sql } from 'kysely'
import { GOODS_MAX } from '#contract/rules/goods.ts'
import type { Tx } from '../../db/tables.ts'

/** How many intents of one person are stored in a day (UTC). A device that was away for months brings ten thousand. */
export const STORED_A_DAY = 20_000
/** And of one store: all its goods brought in from a file, and changed together some times over. */
export const STORED_A_DAY_OF_A_STORE = 4 * GOODS_MAX

const dayOf = (now: number): string => new Date(now).toISOString().slice(0, 10)

/** How many more intents of an owner may be stored today; the caller holds the lock of their feed. */
export async function quotaToday(tx: Tx, uid: string, now: number): Promise<number> {
  const { rows } = await sql<{ stored: number; store: boolean }>`
    select case when f.stored_on = ${dayOf(now)}::date then f.stored else 0 end as stored,
      o.store_id is not null as store
    from owners o left join feeds f on f.user_id = o.uid where o.uid = ${uid}::uuid`.execute(tx)
  const [owner] = rows
  return (owner?.store ? STORED_A_DAY_OF_A_STORE : STORED_A_DAY) - (owner?.stored ?? 0)
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
