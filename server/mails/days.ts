import { sql } from 'kysely'
import type { Db, Tx } from '../db/tables/tables.ts'

const DAY = 86_400_000
/** The number of past days whose mails are counted: as many as the operators' figures show. */
export const MAIL_DAYS = 90

const dayOf = (at: number) => sql`(${new Date(at)}::timestamptz at time zone 'utc')::date`

/** Counts on its day that a mail left, was refused for good, or that mails to its person began to come back. */
export async function countMail(db: Db | Tx, what: 'sent' | 'refused' | 'bounces', now: number): Promise<void> {
  const column = sql.ref(what)
  await sql`insert into mail_days as d (day, ${column}) values (${dayOf(now)}, 1)
    on conflict (day) do update set ${column} = d.${column} + 1`.execute(db)
}

/** Deletes counts that no figures show any more. */
export async function purgeMailDays(db: Db, now: number): Promise<void> {
  await sql`delete from mail_days where day < ${dayOf(now - MAIL_DAYS * DAY)}`.execute(db)
}
