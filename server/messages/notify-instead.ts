import { sql } from 'kysely'
import { matchLocale } from '#contract/text/locales.ts'
import { messageChange, messageColumns, type MessageRow } from './change.ts'
import type { OwnerCall } from '../feed/owner-feed.ts'
import { readMarketName } from '../market/settings.ts'
import { notify, type Notification } from './notify.ts'
import { messageWords } from './words.ts'

/**
 * Tells a person something by their unread message of the same kind, which says it instead; by a new one if there is
 * none. What is told again and again leaves one message, and no pile of deleted ones.
 */
export async function notifyInstead(call: OwnerCall, userId: string, notice: Notification): Promise<void> {
  const { tx, rev } = call
  const { kind, values = {}, at } = notice
  const { rows: unread } = await sql<{ id: number; language: string }>`
    select m.id, u.language from messages m join users u on u.id = m.user_id
    where m.user_id = ${userId}::uuid and m.kind = ${kind} and not m.is_read and not m.deleted
    order by m.id desc limit 1`.execute(tx)
  const [before] = unread
  if (!before) return notify(call, userId, notice)
  const words = messageWords(matchLocale([before.language]), await readMarketName(tx), notice)
  const { rows } = await sql<MessageRow>`
    update messages set at = ${new Date(at)}::timestamptz, params = ${JSON.stringify(values)}::jsonb, words = ${words},
      rev = ${rev}::bigint
    where id = ${before.id}::bigint returning ${messageColumns}`.execute(tx)
  call.also.push(...rows.map(messageChange))
}
