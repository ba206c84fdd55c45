import { sql } from 'kysely'
import { mailSwitchOf } from '#contract/messages/mail-kinds.ts'
import { mutableTopics } from '#contract/messages/rules.ts'
import type { Change } from '#contract/sync/schema-changes.ts'
import type { OwnerCall } from '../feed/owner-feed.ts'
import { muteChange } from './change.ts'
import { dropNotices } from './notices.ts'

/** Whether a topic can be switched off: of messages, or a kind of mails. */
export const isMutable = (topic: string): boolean =>
  mutableTopics.some((one) => one === topic) || mailSwitchOf(topic) !== undefined

/** Switches a topic off (`on` mutes it) or on again. What waits to be mailed of one that is switched off is dropped. */
export async function setMute(
  { tx, rev }: Pick<OwnerCall, 'tx' | 'rev'>,
  userId: string,
  { topic, on }: { topic: string; on: boolean },
  now: number,
): Promise<Change[]> {
  const { rows } = await sql<{ topic: string; is_on: boolean; at: Date; rev: number }>`
    insert into message_mutes (user_id, topic, is_on, at, rev)
    values (${userId}::uuid, ${topic}, ${on}::boolean, ${new Date(now)}::timestamptz, ${rev}::bigint)
    on conflict (user_id, topic) do update set is_on = excluded.is_on, rev = excluded.rev,
      at = case when message_mutes.is_on = excluded.is_on then message_mutes.at else excluded.at end
    returning topic, is_on, at, rev`.execute(tx)
  const kind = mailSwitchOf(topic)
  if (on && kind) await dropNotices(tx, userId, kind)
  return rows.map(muteChange)
}
