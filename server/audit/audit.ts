import { sql } from 'kysely'
import type { Db, Tx } from '../db/tables/tables.ts'

/**
 * How long an entry is kept: three years of days on which the market ran. The database itself lets none be deleted
 * before.
 */
export const AUDIT_DAYS = 1095

/**
 * The author of an act, and the way it was done. `by` is null for the people who may run commands on the market's
 * machine, and for the clock.
 */
export interface Actor {
  by: string | null
  via: 'screen' | 'command' | 'timer'
  /** The operator who asked for an act that another one agreed to; `alone`: there was nobody else to ask. */
  pair?: { asked: string } | { alone: true }
}

/** Anybody who may run commands on the market's machine. */
export const byCommand: Actor = { by: null, via: 'command' }

/** The market's clock: what happens because time has passed. */
export const byTimer: Actor = { by: null, via: 'timer' }

/** One entry: what was done to which subject (`order:ABCD`, `person:<uid>`), and the thing before and after. */
export interface AuditEntry extends Actor {
  what: string
  subject: string
  before: unknown
  after: unknown
}

/** A value of which nothing is written down. */
const SECRET = /pass(word|phrase)|secret|token|hash|^code$|signature/i
/** A text is cut after this many characters, so that no entry holds a whole article. */
const TEXT_MAX = 2_000

/** A value as the log may hold it: without what is secret, and no text without end. */
function fitting(value: unknown): unknown {
  if (typeof value === 'string') return value.length > TEXT_MAX ? `${value.slice(0, TEXT_MAX)}…` : value
  if (Array.isArray(value)) return value.slice(0, 200).map(fitting)
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, one]) => (SECRET.test(key) ? [] : [[key, fitting(one)] as const])),
  )
}

/**
 * Writes an entry in the transaction of the change itself. The last thing that a transaction does: entries follow each
 * other, and whoever writes one makes the next wait.
 */
export async function audit(tx: Tx, { by, via, pair, what, subject, before, after }: AuditEntry): Promise<void> {
  const json = (value: unknown): string | null => (value === undefined ? null : JSON.stringify(fitting(value)))
  await sql`
    insert into audit_log (at, by_user, via, what, subject, before, after, hash)
    values (now(), ${by}::uuid, ${via}, ${what}, ${subject}, ${json(before)}::jsonb,
      ${json(pair ? { ...(after as object | null), pair } : after)}::jsonb, '')`.execute(tx)
}

/**
 * Counts a day, once, and deletes the entries that were there so many counted days ago, from the oldest on. Their own
 * times are not asked: a machine may have begun without its clock. The newest entry stays, since the next one names it.
 * Returns how many entries went.
 */
export async function purgeAudit(db: Db, now: number): Promise<number> {
  const day = new Date(now).toISOString().slice(0, 10)
  await sql`
    insert into audit_days (day, upto) select ${day}::date, coalesce(max(id), 0) from audit_log
    on conflict (day) do nothing`.execute(db)
  await sql`
    delete from audit_days
    where n < (select n from audit_days order by n desc offset ${sql.lit(AUDIT_DAYS)} limit 1)`.execute(db)
  const gone = await sql`
    delete from audit_log where id <= audit_past() and id < (select max(id) from audit_log)`.execute(db)
  return Number(gone.numAffectedRows ?? 0)
}
