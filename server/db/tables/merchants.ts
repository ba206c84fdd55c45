import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { LocaleCode } from '#contract/text/locales.ts'
import type { ApplicationPicture, Requirement } from '#contract/merchants/rules.ts'
import type { ApplicationState } from '#contract/merchants/states.ts'
import type { Picture } from '#contract/pictures/schema.ts'
import type { NullableTime, Time } from './times.ts'

/** The applications to sell here, the contract, and the market's keys. */
export interface MerchantTables {
  market_keys: { name: 'seal' | 'sign'; fingerprint: string; since: Time }
  contract_drafts: { language: LocaleCode; body: string; at: ColumnType<Date, Date, Date> }
  contract_versions: {
    version: number
    language: LocaleCode
    body: string
    written: string
    published_at: ColumnType<Date, Date, never>
  }
  merchant_codes: { store_id: number; code: string }
  merchant_applications: {
    id: string
    user_id: string
    state: ApplicationState
    store_name: string
    name_key: string
    /** Null of one sent before looks were kept, until the next start. */
    look_key: string | null
    real_name: string
    logo: JSONColumnType<Picture> | null
    files: JSONColumnType<Record<ApplicationPicture, string | null>>
    identity: Uint8Array | null
    code: string
    invited_by: number | null
    asked: ColumnType<{ what: Requirement; note: string }[], string | undefined, string>
    reason: string | null
    receipt: string | null
    sent: Generated<number>
    submitted_at: ColumnType<Date, Date, Date>
    taken_at: NullableTime
    decided_at: NullableTime
    cleared_at: NullableTime
    due_at: NullableTime
    contract_version: Generated<number | null>
    contract_notified: Generated<number>
    store_id: number | null
    rev: number
  }
}
