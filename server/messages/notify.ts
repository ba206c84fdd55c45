import { sql } from 'kysely'
import { matchLocale, textIn, type LocaleCode, type Texts } from '#contract/locales.ts'
import { MARKET_NAME } from '#contract/rules/market-name.ts'
import { messageKinds, type MessageKind } from '#contract/rules/message-kinds.ts'
import { MESSAGES_MAX } from '#contract/rules/messages.ts'
import { amountText } from '#contract/rules/money.ts'
import type { Change } from '#contract/schema/changes.ts'
import type { Subject } from '#contract/schema/message-rows.ts'
import { messageChange, messageColumns, type MessageRow } from '../feed/message-change.ts'
import type { OwnerCall } from '../feed/owner-feed.ts'
import { text } from '../texts.ts'

/** What a person is to be told. */
export interface Notice {
  kind: MessageKind
  subject?: Subject | null
  /** Values for the words: `amount` in minor units of `currency`, `coins` as a decimal of `coin`. */
  values?: Readonly<Record<string, string | number>>
  title?: Texts | null
  body?: Texts | null
  /** They did it themselves: it is written down, and calls nobody. */
  read?: boolean
  /** Unix ms. */
  at: number
}

/** The same in words, for a device that does not know the kind. */
export function wordsOf(language: LocaleCode, market: string, { kind, values = {}, title }: Notice): string {
  const { amount, currency, coins, coin } = values
  return text(language, `told.${kind}`, {
    ...values,
    market,
    ...(typeof amount === 'number' && { amount: amountText(amount, String(currency)) }),
    ...(coin !== undefined && { coins: `${coins} ${coin}` }),
    ...(title && { title: textIn(title, language) }),
  })
}

/**
 * Tells a person something, in the transaction of what happened; nothing of a topic that they have switched off, and
 * nothing to an account that was deleted. The oldest messages beyond the bound go. The rows it writes are the
 * transaction's own (`also`).
 */
export async function notify(call: OwnerCall, userId: string, notice: Notice): Promise<void> {
  const { tx, rev } = call
  const { rows: whom } = await sql<{ language: string; muted: boolean; market: string | null }>`
    select language, (select value from site_settings where name = 'web_name') as market,
      exists (select from message_mutes m where m.user_id = u.id
      and m.topic = ${messageKinds[notice.kind]}::text and m.is_on) as muted
    from users u where u.id = ${userId}::uuid and u.deleted_at is null`.execute(tx)
  const [person] = whom
  if (!person || person.muted) return
  const { kind, subject, values = {}, title, body, read = false, at } = notice
  const words = wordsOf(matchLocale([person.language]), person.market ?? MARKET_NAME, notice)
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
