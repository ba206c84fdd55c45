import { sql } from 'kysely'
import type { Db } from '../db/tables/tables.ts'

/** Asks a query that answers one number `n`; none counts as 0. */
export const asked = (db: Db, query: ReturnType<typeof sql<{ n: number | null }>>) => async (): Promise<number> =>
  Number((await query.execute(db)).rows[0]?.n ?? 0)

/** Counts the rows of the person, or of another owner by `each`, who has most of them. */
export const most = (db: Db, table: string, where: string, each: 'user_id' | 'store_id' = 'user_id') =>
  asked(
    db,
    sql<{ n: number | null }>`
      select max(c)::int as n from (select count(*) as c from ${sql.table(table)}
        where ${sql.raw(where)} group by ${sql.ref(each)}) each_one`,
  )
