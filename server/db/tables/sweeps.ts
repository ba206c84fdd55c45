import type { ColumnType, Generated } from 'kysely'
import type { Asset } from '#contract/coins/assets.ts'
import type { Network } from '#contract/coins/networks.ts'
import type { SweepEnd, SweepState } from '#contract/reserves/sweeps.ts'
import type { UnitsColumn } from './ledger.ts'
import type { NullableTime, Time } from './times.ts'

/** The collecting of deposits, and the transactions that it takes (server/sweeps). */
export interface SweepTables {
  sweep_runs: {
    id: string
    chain: string
    network: Network
    asset: Asset
    destination: string
    cost: UnitsColumn
    cost_asset: Asset
    begun: ColumnType<number | null, number | undefined, number>
    at: Time
    ended_at: NullableTime
  }
  sweeps: {
    id: string
    run_id: string
    chain: string
    network: Network
    index: number
    address: string
    asset: Asset
    amount: UnitsColumn
    destination: string
    spends: ColumnType<string[], readonly string[], never>
    state: SweepState
    reason: ColumnType<SweepEnd | null, SweepEnd | undefined, SweepEnd>
    gas: ColumnType<string, string | undefined, string>
    gas_id: ColumnType<string | null, string | undefined, string>
    asking: ColumnType<string | null, string | undefined, string>
    alarm: Generated<boolean>
    txid: ColumnType<string | null, string | undefined, string>
    confirmations: Generated<number>
    needed: number
    at: Time
    ended_at: NullableTime
  }
  sweep_transactions: {
    chain: string
    txid: string
    sweep_id: string
    part: 'gas' | 'coins'
    spends: ColumnType<string[], readonly string[], never>
    rate: ColumnType<string, string, never>
    raw: string
    height: number
    done: Generated<boolean>
    at: Time
  }
}
