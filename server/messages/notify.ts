import { sql } from 'kysely'
import { matchLocale } from '#contract/text/locales.ts'
import { isMailSwitch, mailKinds, mailTopic } from '#contract/messages/mail-kinds.ts'
import { MARKET_NAME } from '#contract/appearance/market-name.ts'
import { messageKinds } from '#contract/messages/kinds.ts'
import { MESSAGES_MAX } from '#contract/messages/rules.ts'
import { messagePath } from '#contract/messages/subject-paths.ts'
import type { Change } from '#contract/sync/schema-changes.ts'
import type { MessageSubject } from '#contract/messages/schema-rows.ts'
import { messageChange, messageColumns, type MessageRow } from './change.ts'
import type { OwnerCall } from '../feed/owner-feed.ts'
import { queueNotice } from './notices.ts'
import { moreWordsOf, messageWords, type Worded } from './words.ts'

/** Something that a person is to be notified of. */
export interface Notification extends Worded {
  subject?: MessageSubject | null
  /** They did it themselves: it is written down, and calls nobody. */
  read?: boolean
  /** A mail of its own tells it. */
  mailed?: boolean
  /** The app shows it where it happened: a mail alone tells it. */
  shown?: boolean
  /** Unix ms. */
  at: number
}

/**
 * Tells a person something, in the transaction of what happened: by a message, and by mail where the kind has one;
 * neither of what they have switched off, no mail that has a switch while mails to them come back, and nothing to an
 * account that was deleted. The oldest messages beyond the bound go. The rows it writes are the transaction's own
 * (`also`).
 */
export async function notify(call: OwnerCall, userId: string, notice: Notification): Promise<void> {
  const { tx, rev } = call
  const { kind, subject, values = {}, title, body, read = false, mailed = false, shown = false, at } = notice
  const mail = mailed ? null : mailKinds[kind]
  const mailMute = mail !== null && isMailSwitch(mail) ? mailTopic(mail) : null
  const { rows: whom } = await sql<{ language: string; muted: boolean; unmailed: boolean; market: string | null }>`
    select language, (select value from site_settings where name = 'web_name') as market,
      exists (select from message_mutes m where m.user_id = u.id
        and m.topic = ${messageKinds[kind]}::text and m.is_on) as muted,
      ${mailMute}::text is not null and (
        exists (select from message_mutes m where m.user_id = u.id and m.topic = ${mailMute}::text and m.is_on)
        or exists (select from mail_bounces b
          where b.user_id = u.id and b.address = u.email and b.cleared_at is null)) as unmailed
    from users u where u.id = ${userId}::uuid and u.deleted_at is null`.execute(tx)
  const [person] = whom
  if (!person) return
  const language = matchLocale([person.language])
  const market = person.market ?? MARKET_NAME
  const words = messageWords(language, market, notice)
  if (mail !== null && !person.unmailed)
    await queueNotice(
      tx,
      userId,
      mail,
      { words, more: moreWordsOf(language, market, notice), path: messagePath(kind, subject) },
      at,
    )
  if (person.muted || shown) return
  const { rows } = await sql<MessageRow>`
    insert into messages (user_id, kind, at, is_read, subject_kind, subject_id, params, title, body, words, rev)
    values (${userId}::uuid, ${kind}, ${new Date(at)}::timestamptz, ${read}::boolean, ${subject?.kind ?? null}::text,
      ${subject?.id ?? null}::text, ${JSON.stringify(values)}::jsonb, ${title ? JSON.stringify(title) : null}::jsonb,
      ${body ? JSON.stringify(body) : null}::jsonb, ${words}, ${rev}::bigint)
    returning ${messageColumns}`.execute(tx)
  call.also.push(...rows.map(messageChange), ...(await blank(call, userId, beyond(userId))))
}

const beyond = (userId: string) => sql`id <= (select id from messages where user_id = ${userId}::uuid
  and not deleted order by id desc offset ${MESSAGES_MAX}::int limit 1)`

/** Takes the contents out of messages, so that only that there was something stays. */
export async function blank(
  { tx, rev }: OwnerCall,
  userId: string,
  which: ReturnType<typeof beyond>,
): Promise<Change[]> {
  const { rows } = await sql<MessageRow>`
    update messages set deleted = true, is_read = true, subject_kind = null, subject_id = null, params = '{}',
      title = null, body = null, words = '', rev = ${rev}::bigint
    where user_id = ${userId}::uuid and not deleted and ${which} returning ${messageColumns}`.execute(tx)
  return rows.map(messageChange)
}
