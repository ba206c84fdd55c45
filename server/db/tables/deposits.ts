import type { ColumnType, Generated } from 'kysely'
import type { Asset, Coin } from '#contract/coins/assets.ts'
import type { Network } from '#contract/coins/networks.ts'
import type { RechargeState } from '#contract/deposits/recharges.ts'
import type { UnitsColumn } from './ledger.ts'
import type { NullableTime, Time } from './times.ts'

/** People's deposits as chains show them (server/deposits), and the simulated chains (server/chains). */
export interface DepositTables {
  simulated_chains: { network: Network; least_rate: ColumnType<string, string | undefined, string> }
  simulated_blocks: { network: Network; height: number; hash: string; parent: string }
  simulated_past: { network: Network; address: string; coin: Coin; amount: UnitsColumn }
  simulated_nonces: { network: Network; payment_id: string; nonce: number }
  simulated_transfers: {
    network: Network
    txid: string
    n: number
    to_address: string
    coin: Coin
    amount: UnitsColumn
    not_before: Generated<number>
    height: Generated<number | null>
    dropped: Generated<boolean>
    sent_by: Generated<string | null>
    nonce: ColumnType<number | null, number | undefined, never>
    rate: ColumnType<string | null, string | undefined, never>
  }
  deposit_addresses: { chain: string; index: number; user_id: string; address: string; at: Time }
  deposit_numbers: { chain: string; next: number }
  chain_spent: { chain: string; wallet: string; spent: string; height: number; txid: string }
  chain_blocks: { chain: string; height: number; hash: string }
  deposits: {
    chain: string
    txid: string
    n: number
    user_id: string
    asset: Asset
    amount: UnitsColumn
    height: number | null
    pending: Generated<boolean>
    credits: Generated<number>
    credited: Generated<boolean>
    shortfall: ColumnType<string, string | undefined, string>
    stale: Generated<boolean>
    at: Time
  }
  recharges: {
    user_id: string
    network: Network
    txid: string
    asset: Asset
    state: RechargeState
    amount: ColumnType<string, string | undefined, string>
    confirmations: Generated<number>
    needed: number
    claimed_at: NullableTime
    claimed_amount: ColumnType<string | null, string | null | undefined, string | null>
    pictures: ColumnType<string[], string | undefined, string>
    looked_at: NullableTime
    seen_at: NullableTime
    at: Time
    rev: number
  }
}
