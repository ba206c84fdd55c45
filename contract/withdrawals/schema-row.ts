import * as z from 'zod/mini'
import { withdrawalStates } from './rules.ts'
import { openEnum } from '../wire/schema-open.ts'
import { AssetName, Units } from '../ledger/schema-row.ts'

/**
 * A withdrawal of a person or a store: `amount` leaves the balance, of which `fee` stays with the market and the rest
 * is sent.
 * `readyAt`: until when a new address waits; otherwise when it was asked for. `confirmations` stop at `needed`.
 * `reason`: an operator's words. Times are Unix ms.
 */
export const Withdrawal = z.object({
  id: z.uuid(),
  network: z.string(),
  asset: AssetName,
  address: z.string(),
  amount: Units,
  fee: Units,
  state: openEnum(withdrawalStates),
  at: z.number(),
  readyAt: z.number(),
  /** The transaction that is on its way or was confirmed; a later one can take its place until then. */
  txid: z.nullable(z.string()),
  confirmations: z.int(),
  needed: z.int(),
  reason: z.nullable(z.string()),
  endedAt: z.nullable(z.number()),
  /** The owner of the store who asked for it, by their id; absent from a person's. */
  by: z.optional(z.uuid()),
})
export type Withdrawal = z.infer<typeof Withdrawal>
