import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { BounceReason } from '#contract/messages/mail-bounces.ts'
import type { NullableTime, Time } from './times.ts'

/** Mails that wait, what they will tell, and whose mails come back. */
export interface MailTables {
  mails: {
    id: Generated<string>
    address: string
    subject: string
    body: string
    tries: Generated<number>
    due_at: ColumnType<Date, Date, Date>
    created_at: ColumnType<Date, Date, Date>
    letter: JSONColumnType<object, string | undefined>
  }
  mail_notices: {
    user_id: string
    kind: string
    lines: JSONColumnType<object[], string | undefined, string>
    more: Generated<number>
    due_at: NullableTime
    sent: Generated<number>
    since: NullableTime
    last_at: NullableTime
  }
  mail_bounces: {
    user_id: string
    address: string
    reason: BounceReason
    status: string | null
    said: string
    at: Time
    cleared_at: NullableTime
  }
  mail_days: { day: string; sent: Generated<number>; refused: Generated<number>; bounces: Generated<number> }
}
