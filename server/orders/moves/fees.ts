import { marketFeeOf } from '#contract/market/fees.ts'
import { feeCause } from '#contract/wallet/posting-causes.ts'
import type { Tx } from '../../db/tables/tables.ts'
import type { OrderRow } from '../order/change.ts'
import { earned, FEES } from '../../ledger/accounts.ts'
import { transfer } from '../../ledger/ledger.ts'

/** The change of an order's fee where its store gets units, or gives them back (below zero). */
export function feeChange({ fee_rate: rate, charged_units: charged }: OrderRow, units: bigint): bigint {
  const before = BigInt(charged)
  return marketFeeOf(before + units, rate) - marketFeeOf(before, rate)
}

/**
 * Takes the fee on units that a store has got of an order, or returns that on units which it gives back (below zero).
 * `cause` is that of the units. The caller writes the order.
 */
export async function charge(tx: Tx, order: OrderRow, units: bigint, cause: string): Promise<void> {
  const { asset, store_id: storeId } = order
  if (order.fee_rate === 0 || asset === null) return
  const fee = feeChange(order, units)
  const store = earned(storeId)
  const [from, to] = fee > 0n ? [store, FEES] : [FEES, store]
  await transfer(tx, { cause: feeCause(cause), from, to, amount: fee > 0n ? fee : -fee, asset })
  order.charged_units = String(BigInt(order.charged_units) + units)
}
