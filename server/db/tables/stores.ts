import type { ColumnType, Generated } from 'kysely'
import type { SavedReply } from '#contract/stores/saved-replies.ts'
import type { StoreZone, Taxes } from '#contract/shipping/zones.ts'
import type { TransitDays } from '#contract/shipping/terms.ts'
import type { NullableTime, Time } from './times.ts'

/** Stores as owners, and who acts for them. */
export interface StoreTables {
  owners: { uid: string; person: string | null; store_id: number | null }
  store_members: {
    store_id: number
    user_id: string
    role: 'owner' | 'staff'
    since: Time
    ended_at: NullableTime
    /** As what they are invited; they have not answered yet. */
    invited_role: Generated<'owner' | 'staff' | null>
    mailed_at: NullableTime
    rev: Generated<number | null>
    person_rev: Generated<number | null>
  }
  /** The entries that have left a store's feed for good. */
  store_gone: { store_id: number; part: string; key: string; store_rev: number | null }
  /** Former names of stores, each until `at`, with its look. */
  store_renames: { store_id: number; at: Date; name: string; look: string }
  store_reminders: { store_id: number; at: Date }
  store_notices: {
    store_id: number
    announcement: Generated<string>
    holiday_from: ColumnType<string | null, string | null | undefined, string | null>
    holiday_to: ColumnType<string | null, string | null | undefined, string | null>
    days: ColumnType<Record<string, TransitDays>, string | undefined, string>
    zones: ColumnType<StoreZone[], string | undefined, string>
    taxes: ColumnType<Taxes, string | undefined, string>
    tax_included: Generated<boolean>
    legal_name: Generated<string>
    legal_address: Generated<string>
    tax_number: Generated<string>
    invoice_prefix: Generated<string>
    answers: ColumnType<SavedReply[], string | undefined, string>
    rev: Generated<number | null>
  }
}
