import type { OrderRow } from '../feed/order-change.ts'
import type { Tx } from '../db/tables.ts'
import { escrow, transfer, type Transfer } from '../ledger/ledger.ts'

/**
 * Moves money into or out of an order's escrow and counts it: `order.held` is at any moment what its escrow holds. The
 * caller writes the order.
 */
export async function moveHeld(tx: Tx, order: OrderRow, move: Omit<Transfer, 'currency'>): Promise<void> {
  await transfer(tx, { ...move, currency: order.due_currency })
  order.held += move.to === escrow(order.id) ? move.amount : -move.amount
}
