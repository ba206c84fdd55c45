import { sql } from 'kysely'
import type { Db } from '../db/tables/tables.ts'
import { asked } from './asked.ts'

/** The most intents that one person or one store has had stored today (UTC), or the most bytes of them. */
export const mostStoredToday = (db: Db, owner: 'person' | 'store', column: 'stored' | 'stored_bytes') =>
  asked(
    db,
    sql`select max(f.${sql.ref(column)})::float8 as n from feeds f join owners o on o.uid = f.user_id
      where f.stored_on = (now() at time zone 'utc')::date and (o.store_id is not null) = ${owner === 'store'}`,
  )
