import { sql } from 'kysely'
import { BOUNCE_TEXT_MAX, type BounceReason } from '#contract/messages/mail-bounces.ts'
import type { Db, Tx } from '../db/tables/tables.ts'
import { ownerTransaction } from '../feed/owner-feed.ts'
import { notify } from '../messages/notify.ts'
import { countMail } from './days.ts'
import { dropNotices } from '../messages/notices.ts'

/** A mail that came back for good. */
export interface Bounce {
  /** In lower case, as accounts have it. */
  address: string
  reason: BounceReason
  /** The enhanced status code (RFC 3463), where the mail server gave one. */
  status: string | null
  /** The text of the mail server's reply. */
  replyText: string
  /** Unix ms. */
  at: number
}

/**
 * The bounce reason that an enhanced status code gives; undefined where the code is about the network, the message or
 * our own mail server, and another mail may arrive.
 */
export function bounceReasonOf(status: string): BounceReason | undefined {
  const [kind, subject, detail] = status.split('.')
  if (kind !== '5') return undefined
  if (subject === '1') return 'unknown'
  if (subject !== '2') return undefined
  return detail === '1' ? 'disabled' : detail === '2' ? 'full' : 'refused'
}

/** The bounce reasons by the reply code to a recipient, where there is no enhanced status code. */
const BY_REPLY: Readonly<Record<number, BounceReason>> = { 550: 'unknown', 551: 'unknown', 552: 'full', 553: 'unknown' }

/** The bounce reason in the refusal of a recipient (5xx); undefined where it is not about the mailbox. */
export function reasonOfRefusal(
  reply: number,
  replyText: string,
): { reason: BounceReason; status: string | null } | undefined {
  const status = /^\d{3}[ -](5\.\d{1,3}\.\d{1,3})\b/.exec(replyText)?.[1]
  if (status === undefined) return { reason: BY_REPLY[reply] ?? 'refused', status: null }
  const reason = bounceReasonOf(status)
  return reason && { reason, status }
}

/**
 * Notes that mails to somebody come back, and tells them in the app, once: they get no more mails with a switch until
 * the address is proven. One that came back before the last that is known, or before the address was proven, is none.
 * Returns whether something was noted.
 */
export async function noteBounce(
  db: Db,
  { address, reason, status, replyText, at }: Bounce,
  now: number,
): Promise<boolean> {
  const person = await personAt(db, address)
  if (!person) return false
  return ownerTransaction(db, person.id, async (call) => {
    const { tx } = call
    const before = await tx.selectFrom('mail_bounces').selectAll().where('user_id', '=', person.id).executeTakeFirst()
    const same = before?.address === address ? before : undefined
    const known = Math.max(same?.at.getTime() ?? 0, same?.cleared_at?.getTime() ?? 0)
    if ((same && at <= known) || !(await personAt(tx, address))) {
      call.abandon()
      return false
    }
    const values = {
      ...{ address, reason, status, at: new Date(at), cleared_at: null },
      said: replyText.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').slice(0, BOUNCE_TEXT_MAX),
    }
    await tx
      .insertInto('mail_bounces')
      .values({ user_id: person.id, ...values })
      .onConflict((there) => there.column('user_id').doUpdateSet(values))
      .execute()
    if (same && same.cleared_at === null) return true
    await dropNotices(tx, person.id)
    await countMail(tx, 'bounces', now)
    await notify(call, person.id, { kind: 'mailBounced', at: now })
    return true
  })
}

const personAt = (db: Db | Tx, address: string): Promise<{ id: string } | undefined> =>
  db.selectFrom('users').select('id').where('email', '=', address).where('deleted_at', 'is', null).executeTakeFirst()

/** Ends that mails to an address come back: its person has shown that one arrived. */
export async function clearBounce(tx: Tx, address: string, now: number): Promise<void> {
  await tx
    .updateTable('mail_bounces')
    .set({ cleared_at: new Date(now) })
    .where('address', '=', address)
    .where('cleared_at', 'is', null)
    .execute()
}

/** Since when mails to a person come back, and why; null while they arrive. */
export async function bounceOf(db: Db, userId: string): Promise<{ reason: BounceReason; at: number } | null> {
  const { rows } = await sql<{ reason: BounceReason; at: Date }>`
    select b.reason, b.at from mail_bounces b join users u on u.id = b.user_id and u.email = b.address
    where b.user_id = ${userId}::uuid and b.cleared_at is null`.execute(db)
  const [row] = rows
  return row ? { reason: row.reason, at: row.at.getTime() } : null
}

/** The number of people whose mails come back now. */
export async function countBounced(db: Db): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from mail_bounces b join users u on u.id = b.user_id and u.email = b.address
    where b.cleared_at is null and u.deleted_at is null`.execute(db)
  return rows[0]!.n
}
