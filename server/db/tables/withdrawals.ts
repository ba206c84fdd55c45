import type { ColumnType, Generated } from 'kysely'
import type { Asset } from '#contract/coins/assets.ts'
import type { Network } from '#contract/coins/networks.ts'
import type { WithdrawalDoubt } from '#contract/withdrawals/doubts.ts'
import type { WithdrawalState } from '#contract/withdrawals/rules.ts'
import type { UnitsColumn } from './ledger.ts'
import type { NullableTime, Time } from './times.ts'

/** Withdrawals of people and stores, and the transactions that pay them (server/withdrawals). */
export interface WithdrawalTables {
  withdrawals: {
    id: string
    /** The uid of its owner: a person, or a store. */
    user_id: string
    store_id: ColumnType<number | null, number | null | undefined, never>
    /** The person who asked for it. */
    asked_by: string
    chain: string
    network: Network
    asset: Asset
    address: string
    amount: UnitsColumn
    fee: UnitsColumn
    state: WithdrawalState
    approvals: number
    approved: Generated<boolean>
    signing: ColumnType<string | null, string | undefined, string | null>
    why: ColumnType<WithdrawalDoubt | null, WithdrawalDoubt | null | undefined, WithdrawalDoubt | null>
    stop_hash: Uint8Array | null
    txid: Generated<string | null>
    confirmations: Generated<number>
    needed: number
    reason: Generated<string | null>
    at: Time
    ready_at: Time
    ended_at: NullableTime
    rev: number
  }
  payouts: {
    chain: string
    txid: string
    withdrawal_id: string
    spends: ColumnType<string[], readonly string[], never>
    rate: ColumnType<string, string, never>
    raw: string
    height: number
    at: Time
  }
  withdrawal_approvals: {
    withdrawal_id: string
    key: string
    signature: string
    signed_at: number
    user_id: string
    at: Time
  }
}
