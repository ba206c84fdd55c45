import type { StoreMutationName } from '#contract/registry.ts'
import type { MutationsFor } from '../http/handlers.ts'
import { countStock, deleteGoods, editGoods, moveStock, putGoods, showGoods } from './acts.ts'

/** The changes that a store's members make to its goods. */
export const goodsMutations: MutationsFor<Extract<StoreMutationName, `goods.${string}`>> = {
  'goods.put': putGoods,
  'goods.edit': editGoods,
  'goods.stock': moveStock,
  'goods.count': countStock,
  'goods.show': showGoods,
  'goods.del': deleteGoods,
}
