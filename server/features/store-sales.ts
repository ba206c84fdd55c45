import type { StoreMutationName } from '#contract/registry.ts'
import type { MutationsFor } from '../http/handlers.ts'
import { answerSale, offerSale, refundSale, refundSalePart, shipSale } from '../orders/sales.ts'

/** What a store's members do with its orders. */
export const saleMutations: MutationsFor<Extract<StoreMutationName, `sale.${string}`>> = {
  'sale.ship': shipSale,
  'sale.answer': answerSale,
  'sale.offer': offerSale,
  'sale.refundPart': refundSalePart,
  'sale.refund': refundSale,
}
