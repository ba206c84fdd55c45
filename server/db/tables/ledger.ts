import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { Asset } from '#contract/coins/assets.ts'
import type { ReserveProof } from '#contract/reserves/schema-operator.ts'
import type { Time } from './times.ts'

/** Units of an asset: read as text, and written as one. */
export type UnitsColumn = ColumnType<string, string, string>

/** The ledger (server/ledger). */
export interface LedgerTables {
  ledger_entries: { id: Generated<number>; cause: string; created_at: Time; seal: Generated<number | null> }
  /** All but the first four are the database's (migration 0067). */
  ledger_postings: {
    entry_id: number
    account: string
    asset: Asset
    amount: UnitsColumn
    seq: Generated<number | null>
    balance: Generated<string | null>
    hash: Generated<Uint8Array | null>
    user_id: Generated<string | null>
    rev: Generated<number | null>
  }
  ledger_heads: { account: string; asset: Asset; seq: number; balance: UnitsColumn; hash: Uint8Array }
  /** Proofs of reserves (server/reserves). */
  reserve_proofs: {
    id: Generated<number>
    at: Time
    alarm: boolean
    mailed: boolean
    proof: JSONColumnType<ReserveProof>
  }
  ledger_seals: { n: number; entries: number; hash: Uint8Array; at: Time; signature: string | null }
}
