import * as z from 'zod/mini'
import { rechargeStates } from './recharges.ts'
import { FileId } from '../pictures/schema-file-id.ts'
import { openEnum } from '../wire/schema-open.ts'
import { AssetName, Units } from '../ledger/schema-row.ts'

/**
 * A transaction that fills a person's account: their claim, and what the network shows. `amount` is what reached their
 * address, `0` before the network shows it; `confirmations` stop at `needed`. Times are Unix ms.
 */
export const Recharge = z.object({
  network: z.string(),
  txid: z.string(),
  asset: AssetName,
  state: openEnum(rechargeStates),
  amount: Units,
  confirmations: z.int(),
  needed: z.int(),
  /** The claim as its person typed it, with the pictures that they added; null without one. */
  claimed: z.nullable(z.object({ at: z.number(), amount: Units, pictures: z.array(FileId) })),
  at: z.number(),
  seenAt: z.nullable(z.number()),
})
export type Recharge = z.infer<typeof Recharge>
