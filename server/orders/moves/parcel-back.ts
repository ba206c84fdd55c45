import { keptUnitsOf } from '#contract/earnings/rules.ts'
import type { OwnRefusal } from '#contract/wire/schema-refusals.ts'
import type { Tx } from '../../db/tables/tables.ts'
import type { OrderRow } from '../order/change.ts'
import type { OwnerCall } from '../../feed/owner-feed.ts'
import { available, earned } from '../../ledger/accounts.ts'
import { balance, transfer } from '../../ledger/ledger.ts'
import { amountOf } from '#contract/currencies/coin-worth.ts'
import { claimableFrom } from './claimable.ts'
import { charge, feeChange } from './fees.ts'
import { alsoPostings, coinsOf, moveHeld } from './held-moves.ts'
import type { GivenBack } from '../order/given-back.ts'
import { writeRefund } from './refunds.ts'

/**
 * Gives money back of a parcel of an order: from escrow while it was not received, from what its store has earned
 * afterwards. A store that has not earned as much any more cannot, nor does it refund on its own from earnings that
 * other buyers may claim back; then nothing is changed. The caller has seen that as much is left of the parcel's share,
 * and writes the order.
 */
export async function giveBackOf(
  call: OwnerCall,
  order: OrderRow,
  parcel: OrderRow['parcels'][number],
  back: Omit<GivenBack, 'units'> & { cause: string },
): Promise<OwnRefusal | undefined> {
  const { tx } = call
  const { amount, cause } = back
  const to = available(order.user_id)
  let units: bigint
  if (parcel.receivedAt === null) units = await moveHeld(call, order, { cause, to, amount })
  else {
    // Other buyers' reports may draw on the same earnings: one after the other.
    await tx.selectFrom('stores').select('id').where('id', '=', order.store_id).forNoKeyUpdate().execute()
    const coins = coinsOf(order, amount)
    const { asset } = coins
    units = coins.units
    const from = earned(order.store_id)
    const returned = -feeChange(order, -units)
    const has = (await balance(tx, from, asset)) + returned - (await keptForOthers(tx, order, parcel, back))
    if (has < units) {
      const params = { missing: amountOf(amount, units - has, units), currency: order.due_currency }
      return { reason: 'insufficientBalance', params }
    }
    await charge(tx, order, -units, cause)
    await transfer(tx, { cause, from, to, amount: units, asset })
    await alsoPostings(call, order.user_id)
  }
  const refunded = parcel.refunded + amount
  await tx.updateTable('parcels').set({ refunded }).where('order_id', '=', order.id).where('n', '=', parcel.n).execute()
  order.parcels = order.parcels.map((one) => (one === parcel ? { ...one, refunded } : one))
  await writeRefund(call, order, { ...back, units })
  return undefined
}

/** The units of a store's earnings that its own refund leaves to the claims of other buyers. */
async function keptForOthers(
  tx: Tx,
  order: OrderRow,
  parcel: OrderRow['parcels'][number],
  { why, at }: Pick<GivenBack, 'why' | 'at'>,
): Promise<bigint> {
  if (why !== 'part') return 0n
  const { due, fee_rate: feeRate, reports, store_id: storeId } = order
  const { asset, units: paid } = coinsOf(order, due)
  const own = keptUnitsOf({ parcels: [parcel], reports, paid, due, feeRate }, at)
  const kept = (await claimableFrom(tx, storeId, asset, at)) - own
  return kept > 0n ? kept : 0n
}
