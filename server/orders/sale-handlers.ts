import type { StoreMutationName } from '#contract/registry.ts'
import type { MutationsFor } from '../http/handlers.ts'
import { answerSale, offerSale, refundSale, refundSalePart, shipSale } from './sales.ts'

/** The changes that a store's members make to its orders. */
export const saleMutations: MutationsFor<Extract<StoreMutationName, `sale.${string}`>> = {
  'sale.ship': shipSale,
  'sale.answer': answerSale,
  'sale.offer': offerSale,
  'sale.refundPart': refundSalePart,
  'sale.refund': refundSale,
}
