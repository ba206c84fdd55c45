import { sql } from 'kysely'
import { buyerMails, storeMails, type MailKind, type MailSwitch } from '#contract/messages/mail-kinds.ts'
import type { Tx } from '../db/tables/tables.ts'

/** One of the things that a mail tells. */
export interface MailLine {
  words: string
  /** Further text, below the words. */
  more?: string | undefined
  /** The path of the screen that it leads to. */
  path?: string | undefined
}

/** The most lines of one mail; of those beyond it gives the number. */
export const LINES_MAX = 20
/** How long after its first line a mail still gathers lines of its kind (ms): one checkout makes one mail. */
export const GATHER_MS = 30_000
/** The most characters of a line, and of its further text. */
const [WORDS_MAX, MORE_MAX] = [300, 1_000]

/** A text as one paragraph: of at most so many characters, and without a blank line. */
const clipped = (text: string, most: number): string => {
  const one = text.replace(/\s*\n\s*/g, '\n').trim()
  return one.length > most ? `${one.slice(0, most - 1).trimEnd()}…` : one
}

/**
 * Has a person mailed that something happened, in the transaction of what happened. What is gathered is one row of a
 * person and kind, so that a flood makes one mail and no more rows.
 */
export async function queueNotice(
  tx: Tx,
  userId: string,
  kind: MailKind,
  { words, more, path }: MailLine,
  at: number,
): Promise<void> {
  const line: MailLine = {
    words: clipped(words.replace(/[\p{Cc}\u2028\u2029]+/gu, ' '), WORDS_MAX),
    ...(more !== undefined && { more: clipped(more, MORE_MAX) }),
    ...(path !== undefined && { path }),
  }
  const room = sql`jsonb_array_length(n.lines) < ${sql.lit(LINES_MAX)}`
  await sql`
    insert into mail_notices as n (user_id, kind, lines, due_at)
    values (${userId}::uuid, ${kind}::text, ${JSON.stringify([line])}::jsonb,
      ${new Date(at + GATHER_MS)}::timestamptz)
    on conflict (user_id, kind) do update set
      lines = case when ${room} then n.lines || excluded.lines else n.lines end,
      more = n.more + case when ${room} then 0 else 1 end,
      due_at = coalesce(n.due_at, excluded.due_at)`.execute(tx)
}

/** Drops what waits to be mailed to a person: of a kind, or of all that have a switch. */
export async function dropNotices(tx: Tx, userId: string, kind?: MailSwitch): Promise<void> {
  const kinds = kind === undefined ? [...buyerMails, ...storeMails] : [kind]
  await sql`update mail_notices set lines = '[]', more = 0, due_at = null
    where user_id = ${userId}::uuid and due_at is not null and kind = any(${kinds}::text[])`.execute(tx)
  await sql`delete from mails where letter ->> 'kind' = any(${kinds}::text[])
    and address = (select email from users where id = ${userId}::uuid)`.execute(tx)
}
