import type { Generated, JSONColumnType } from 'kysely'
import type { OperatorRight } from '#contract/wire/operator-rights.ts'
import type { OperatorAct } from '#contract/operator/schema-acts.ts'
import type { NullableTime, Time } from './times.ts'

/** The operators of the market, the changes that they made, and the acts that wait for a second one of them. */
export interface OperatorTables {
  operators: {
    user_id: string
    rights: OperatorRight[]
    code_hash: Uint8Array | null
    code_tries: Generated<number>
    code_until: NullableTime
    entered_at: NullableTime
    since: Time
    /** Something new waits since the last mail about it. */
    mail_due: Generated<boolean>
    mailed_at: NullableTime
  }
  told_waits: { what: string; item: string; since: Time }
  operator_tells: { user_id: string; what: string }
  second_factors: {
    user_id: string
    secret: string
    confirmed_at: NullableTime
    last_step: Generated<number>
    created_at: Time
  }
  recovery_codes: { user_id: string; code_hash: Uint8Array }
  audit_log: {
    id: Generated<number>
    at: Time
    by_user: string | null
    via: 'screen' | 'command' | 'timer'
    what: string
    subject: string
    before: unknown
    after: unknown
    previous: Generated<Uint8Array | null>
    hash: Generated<Uint8Array>
  }
  pending_acts: {
    id: Generated<string>
    act: string
    value: JSONColumnType<OperatorAct>
    asked_by: string
    asked_at: Time
    until: Time
    /** From when the operator who asked may do it alone; null where somebody else could agree. */
    alone_from: NullableTime
  }
  operator_days: { operator_id: string; day: string; given_back: Generated<number>; rates: Generated<number> }
}
