import * as goods from './schema/store-goods.ts'
import * as sales from './schema/store-sales.ts'
import { memberAdd, memberEnd, storeNotice } from './schema/store-desk.ts'

/** What a store's members do for it, by name. A device loads it with the first store that is opened. */
export const storeMutations = {
  'store.notice': storeNotice,
  'goods.put': goods.goodsPut,
  'goods.edit': goods.goodsEdit,
  'goods.stock': goods.goodsStock,
  'goods.count': goods.goodsCount,
  'goods.show': goods.goodsShow,
  'goods.del': goods.goodsDel,
  'sale.ship': sales.saleShip,
  'sale.answer': sales.saleAnswer,
  'sale.offer': sales.saleOffer,
  'sale.refund': sales.saleRefund,
  'member.add': memberAdd,
  'member.end': memberEnd,
} as const
