import { orderCause } from '#contract/wallet/posting-causes.ts'
import { shareOfUnits } from '#contract/coins/assets.ts'
import type { OrderRow } from '../order/change.ts'
import type { OwnerCall } from '../../feed/owner-feed.ts'
import { readPostings } from '../../ledger/posting-change.ts'
import type { Tx } from '../../db/tables/tables.ts'
import { available, earned, escrow } from '../../ledger/accounts.ts'
import { transfer } from '../../ledger/ledger.ts'
import { charge } from './fees.ts'
import { readFeeRates } from '../../market/fee-rate.ts'
import type { OrderMove } from '../order/move.ts'

/** The coins of an order's share (minor units of `due`), rounded down: for a paid order. */
export function coinsOf({ id, asset, paid_units: paid, due }: OrderRow, amount: number) {
  if (asset === null || paid === null) throw new Error(`Order ${id} was not paid`)
  return { asset, units: shareOfUnits(BigInt(paid), amount, due) }
}

/** Moves what a buyer pays into their order's escrow: `order.held_units` is at any moment what that holds. */
export async function holdPaid(tx: Tx, order: OrderRow, { paid, at }: Pick<OrderMove, 'paid' | 'at'>): Promise<void> {
  const { id, user_id: userId, due } = order
  if (!paid) throw new Error(`Order ${id} is paid in no coin`)
  const { asset, units } = paid
  const cause = orderCause(id, 'paid')
  await transfer(tx, { cause, from: available(userId), to: escrow(id), amount: units, asset })
  order.asset = asset
  order.paid_units = String(units)
  order.held += due
  order.held_units = order.paid_units
  order.fee_rate = (await readFeeRates(tx, at)).rate
}

/**
 * Moves a share of what is held of an order (minor units of `due`) to an account: its coins rounded down, and with the
 * last share all that is left. The market takes its fee of what its store gets. Returns the coins that were moved
 * (units); the caller writes the order.
 */
export async function moveHeld(
  call: OwnerCall,
  order: OrderRow,
  { cause, to, amount }: { cause: string; to: string; amount: number },
): Promise<bigint> {
  if (amount === 0) return 0n
  const { asset, units } = coinsOf(order, amount)
  const moved = amount === order.held ? BigInt(order.held_units) : units
  await transfer(call.tx, { cause, from: escrow(order.id), to, amount: moved, asset })
  if (to === earned(order.store_id)) await charge(call.tx, order, moved, cause)
  if (to === available(order.user_id)) await alsoPostings(call, order.user_id)
  order.held -= amount
  order.held_units = String(BigInt(order.held_units) - moved)
  return moved
}

/** Puts the postings of a buyer's transaction among the rows of its result: a device that has it pulls them no more. */
export async function alsoPostings(call: OwnerCall, userId: string): Promise<void> {
  call.also.push(...(await readPostings(call.tx, userId, { after: call.rev - 1, through: call.rev })))
}

/** Writes what is held, charged and given back of an order, at its rev. */
export async function writeHeld(
  tx: Tx,
  { id, rev, held, held_units, charged_units, refunded }: OrderRow,
): Promise<void> {
  await tx.updateTable('orders').set({ rev, held, held_units, charged_units, refunded }).where('id', '=', id).execute()
}
