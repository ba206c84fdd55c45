import { sql } from 'kysely'
import { matchLocale, type LocaleCode } from '#contract/text/locales.ts'
import { isMailSwitch, mailTopic, type MailKind } from '#contract/messages/mail-kinds.ts'
import type { Db, Tx } from '../db/tables/tables.ts'
import { text } from '../texts/texts.ts'
import type { Letter } from './letter.ts'
import type { MailLine } from '../messages/notices.ts'
import { queueMail, WAITING_OF_OTHERS_MAX } from './queue.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** The most mails of a kind that leave promptly within a day; each later one gathers an hour of news. */
const SOON_MAX = 6
/** The most mails of kinds with a switch that a person gets within a day. */
const DAY_MAX = 40
/** How long a mail waits while others to its address do (ms): they may be waiting for a mail server that is away. */
const BEHIND_MS = 600_000
/** The most due entries that are handled in one round. */
const A_ROUND = 200

/** The lines that wait to be mailed to a person, with the facts that decide whether they go now. */
interface Waiting {
  user_id: string
  kind: MailKind
  lines: MailLine[]
  more: number
  sent: number
  since: Date | null
  last_at: Date | null
  email: string
  language: string
  /** Nobody is mailed it: the account is gone, or the kind has a switch and is off, or mails come back. */
  moot: boolean
  /** Mails of kinds with a switch that the person got within a day. */
  today: number
  /** Mails that wait for the same address. */
  queued: number
}

/** Takes what is due the longest, under the lock of its row. */
async function takeDue(tx: Tx, now: number): Promise<Waiting | undefined> {
  const at = sql`${new Date(now)}::timestamptz`
  const { rows: due } = await sql<{ user_id: string; kind: MailKind }>`
    select user_id, kind from mail_notices where due_at <= ${at}
    order by due_at, user_id, kind limit 1 for update skip locked`.execute(tx)
  const [first] = due
  if (!first) return undefined
  const topic = isMailSwitch(first.kind) ? mailTopic(first.kind) : null
  const { rows } = await sql<Waiting>`
    select n.user_id, n.kind, n.lines, n.more, n.sent, n.since, n.last_at, u.email, u.language,
      u.deleted_at is not null or ${topic}::text is not null and (
        exists (select from message_mutes m where m.user_id = u.id and m.topic = ${topic}::text and m.is_on)
        or exists (select from mail_bounces b
          where b.user_id = u.id and b.address = u.email and b.cleared_at is null)) as moot,
      (select coalesce(sum(t.sent), 0)::int from mail_notices t where t.user_id = u.id
        and t.kind not in ('money', 'account') and t.since > ${new Date(now - DAY)}::timestamptz) as today,
      (select count(*)::int from mails w where w.address = u.email) as queued
    from mail_notices n join users u on u.id = n.user_id
    where n.user_id = ${first.user_id}::uuid and n.kind = ${first.kind}::text`.execute(tx)
  return rows[0]
}

/** The mails of the kind that went within the day that is counted now. */
const sentToday = ({ sent, since }: Waiting, now: number): number =>
  since !== null && since.getTime() > now - DAY ? sent : 0

/** When a mail may go that may not go now (Unix ms). */
function waitsUntil(waiting: Waiting, now: number): number | undefined {
  const last = waiting.last_at?.getTime() ?? 0
  if (sentToday(waiting, now) >= SOON_MAX && last + HOUR > now) return Math.min(last, now) + HOUR
  if (isMailSwitch(waiting.kind) && waiting.today >= DAY_MAX) return now + HOUR
  return waiting.queued >= WAITING_OF_OTHERS_MAX ? now + BEHIND_MS : undefined
}

/** The subject of a mail that tells several things. */
const severalOf = (language: LocaleCode, first: string, count: number): string =>
  text(language, 'mail.several', { first: first.slice(0, 120).replace(/[.!?。！？؟]+$/u, ''), count })

/** The mail of what was gathered. */
function letterOf({ kind, lines, more, language }: Waiting): Letter {
  const locale = matchLocale([language])
  const paragraphs = lines.map(({ words, more: besides }) => (besides ? `${words}\n${besides}` : words))
  const paths = lines.map(({ path }) => path ?? null)
  const [{ words }] = lines as [MailLine, ...MailLine[]]
  const others = lines.length - 1 + more
  return {
    subject: others === 0 ? words : severalOf(locale, words, others),
    text: [...paragraphs, ...(more > 0 ? [text(locale, 'mail.more', { count: more })] : [])].join('\n\n'),
    language: locale,
    kind,
    paths: more > 0 ? [...paths, '/message'] : paths,
  }
}

const EMPTIED = sql`lines = '[]', more = 0, due_at = null`

/** Makes a mail of what is due the longest, drops it, or puts it off. Returns whether anything was due. */
export async function gatherNext(tx: Tx, now: number): Promise<boolean> {
  const waiting = await takeDue(tx, now)
  if (!waiting) return false
  const row = sql`user_id = ${waiting.user_id}::uuid and kind = ${waiting.kind}::text`
  if (waiting.moot || waiting.lines.length === 0) {
    await sql`update mail_notices set ${EMPTIED} where ${row}`.execute(tx)
    return true
  }
  const until = waitsUntil(waiting, now)
  if (until !== undefined) {
    await sql`update mail_notices set due_at = ${new Date(until)}::timestamptz where ${row}`.execute(tx)
    return true
  }
  await queueMail(tx, { to: waiting.email, ...letterOf(waiting) }, now)
  const before = sentToday(waiting, now)
  const since = before > 0 ? waiting.since! : new Date(now)
  await sql`
    update mail_notices set ${EMPTIED}, sent = ${before + 1}::int, since = ${since}::timestamptz,
      last_at = ${new Date(now)}::timestamptz where ${row}`.execute(tx)
  return true
}

/**
 * Makes mails of what people are to be mailed and is due: one of each kind to a person, and not too many a day. Each is
 * queued in the transaction that empties what it tells, so that a process that dies loses nothing and tells nothing
 * twice.
 */
export async function gatherMails(db: Db, now: number): Promise<void> {
  for (let n = 0; n < A_ROUND; n++) if (!(await db.transaction().execute((tx) => gatherNext(tx, now)))) return
}

/** Forgets how many mails people got on a day that is over. */
export async function purgeMailNotices(db: Db, now: number): Promise<void> {
  await db
    .deleteFrom('mail_notices')
    .where('due_at', 'is', null)
    .where((eb) => eb.or([eb('since', 'is', null), eb('since', '<', new Date(now - DAY))]))
    .execute()
}
