import { sql } from 'kysely'
import type { Db } from '../db/tables/tables.ts'
import { readQuotes, type QuoteRow } from './change.ts'

/** The most quotes listed at once. */
const LISTED = 100

/**
 * Quotes that wait for the answer of their stores: of all, of one, or of the demo's for which nobody acts. The longest
 * first.
 */
export const waitingQuotes = (db: Db, of: 'all' | 'demo' | { storeId: number } = 'all'): Promise<QuoteRow[]> => {
  const chosen =
    of === 'all'
      ? sql`true`
      : of === 'demo'
        ? sql`store_id in (select id from stores s where demo and not exists (
            select from store_members m where m.store_id = s.id and m.ended_at is null))`
        : sql`store_id = ${of.storeId}::int`
  return readQuotes(
    db,
    sql`(q.user_id, q.id) in (select user_id, id from quotes
      where asked_at is not null and not deleted and ${chosen} order by asked_at limit ${sql.lit(LISTED)})`,
  )
}
