import type { Db, Tx } from '../db/tables.ts'

/** Whether somebody has a second factor that they have proven once. */
export const isEnrolled = async (db: Db | Tx, userId: string): Promise<boolean> =>
  (await db
    .selectFrom('second_factors')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()) !== undefined
