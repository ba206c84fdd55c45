import { sql } from 'kysely'
import type { Db, Tx } from '../db/tables/tables.ts'
import type { Letter } from './letter.ts'

/** Mails that may wait for one address; further ones are dropped. */
export const MAILS_WAITING_MAX = 20
/** Mails that others cause, such as invitations, may not keep those of the account's security out. */
export const WAITING_OF_OTHERS_MAX = 5
/** A mail is tried for this long (ms), and then given up. */
export const KEPT_MS = 3 * 86_400_000
/** The pause after the first try (ms), which doubles with each further one, and the longest. */
const AGAIN_MS = 60_000
const AGAIN_MOST_MS = 6 * 3_600_000

/** A mail that waits. */
export interface WaitingMail extends Omit<Letter, 'subject' | 'text'> {
  id: string
  address: string
  subject: string
  body: string
  /** When it was queued. */
  at: Date
}

/** Queues a mail in the transaction of the change that it reports, so that neither exists without the other. */
export async function queueMail(
  tx: Tx,
  { to, subject, text, ...letter }: Letter & { to: string },
  now: number,
  most = MAILS_WAITING_MAX,
): Promise<void> {
  const at = sql`${new Date(now)}::timestamptz`
  await sql`insert into mails (address, subject, body, letter, due_at, created_at)
    select ${to}::text, ${subject}::text, ${text}::text, ${JSON.stringify(letter)}::jsonb, ${at}, ${at}
    where (select count(*) from mails where address = ${to}::text) < ${sql.lit(most)}`.execute(tx)
}

/**
 * Takes the next mail that is due, and puts off its next try: a process that dies while it sends loses nothing, and two
 * processes do not send the same mail.
 */
export async function takeNext(db: Db, now: number): Promise<WaitingMail | undefined> {
  const taken = await db
    .updateTable('mails')
    .set((eb) => ({
      tries: eb('tries', '+', 1),
      due_at: sql<Date>`${new Date(now)}::timestamptz
        + least(${sql.lit(AGAIN_MS)} * power(2, tries), ${sql.lit(AGAIN_MOST_MS)}) * interval '1 millisecond'`,
    }))
    .where(
      'id',
      '=',
      db
        .selectFrom('mails')
        .select('id')
        .where('due_at', '<=', new Date(now))
        .orderBy('due_at')
        .orderBy('id')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['id', 'address', 'subject', 'body', 'letter', 'created_at'])
    .executeTakeFirst()
  if (!taken) return undefined
  const { letter, created_at: at, ...mail } = taken
  return { ...(letter as Omit<Letter, 'subject' | 'text'>), ...mail, at }
}

/** Deletes mails that could not be sent for too long. Returns how many. */
export async function dropOld(db: Db, now: number): Promise<number> {
  const old = await db
    .deleteFrom('mails')
    .where('created_at', '<', new Date(now - KEPT_MS))
    .executeTakeFirst()
  return Number(old.numDeletedRows)
}
