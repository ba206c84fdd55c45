import { sql } from 'kysely'
import type { Db, Tx } from '../db/tables.ts'
import type { Mail, Mailer } from '../mail.ts'

/** Mails that may wait for one address; further ones are dropped. */
export const WAITING_MAX = 20
/** Mails that others cause, such as invitations, may not keep those of the account's security out. */
export const WAITING_OF_OTHERS_MAX = 5
/** A mail is tried for this long (ms), and then given up. */
export const KEPT_MS = 3 * 86_400_000
/** The pause after the first try (ms), which doubles with each further one, and the longest. */
const AGAIN_MS = 60_000
const AGAIN_MOST_MS = 6 * 3_600_000

/** Queues a mail in the transaction of the change that it reports, so that neither exists without the other. */
export async function queueMail(tx: Tx, { to, subject, text }: Mail, now: number, most = WAITING_MAX): Promise<void> {
  await sql`insert into mails (address, subject, body, due_at, created_at)
    select ${to}::text, ${subject}::text, ${text}::text, ${new Date(now)}::timestamptz, ${new Date(now)}::timestamptz
    where (select count(*) from mails where address = ${to}::text) < ${sql.lit(most)}`.execute(tx)
}

/**
 * Takes the next mail that is due, and puts off its next try: a process that dies while it sends loses nothing, and two
 * processes do not send the same mail.
 */
const takeNext = (db: Db, now: number) =>
  db
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
    .returning(['id', 'address', 'subject', 'body'])
    .executeTakeFirst()

/** The reply code by which the mail server refused a mail; undefined when the server could not be reached. */
const replyTo = (error: unknown): number | undefined =>
  error instanceof Error && 'responseCode' in error && typeof error.responseCode === 'number'
    ? error.responseCode
    : undefined

/**
 * Sends the mails that are due. One that the mail server refuses for good is given up.
 *
 * @throws When the mail server cannot be reached: the others wait for the next round.
 */
export async function sendMails(db: Db, mailer: Mailer, now: number): Promise<void> {
  const old = await db
    .deleteFrom('mails')
    .where('created_at', '<', new Date(now - KEPT_MS))
    .executeTakeFirst()
  if (old.numDeletedRows > 0n) console.error(`Mails that could not be sent for three days: ${old.numDeletedRows}`)
  for (let mail = await takeNext(db, now); mail; mail = await takeNext(db, now)) {
    try {
      await mailer.send({ to: mail.address, subject: mail.subject, text: mail.body })
    } catch (error) {
      const reply = replyTo(error)
      if (reply === undefined) throw error
      console.error(`A mail was refused with ${reply}`)
      // A mailbox that is full or busy may have room later.
      if (reply < 500) continue
    }
    await db.deleteFrom('mails').where('id', '=', mail.id).execute()
  }
}
