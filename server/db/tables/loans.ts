import type { ColumnType, Generated } from 'kysely'
import type { NullableTime, Time } from './times.ts'
import type { LoanState } from '#contract/loans/rules.ts'

/** The table of applications for a loan; part of tables.ts. */
export interface LoanTables {
  loans: {
    id: string
    user_id: string
    state: LoanState
    amount: number
    currency: string
    months: number
    rate: number
    purpose: string
    mobile: string
    name: string
    at: Time
    offer_amount: ColumnType<number | null, number | null | undefined, number | null>
    offer_months: ColumnType<number | null, number | null | undefined, number | null>
    offer_rate: ColumnType<number | null, number | null | undefined, number | null>
    note: Generated<string>
    until: NullableTime
    answered_at: NullableTime
    ended_at: NullableTime
    rev: number
  }
}
