import * as goods from './schema/store-goods.ts'
import * as sales from './schema/store-sales.ts'
import { talkAnswer, talkSeen } from './schema/store-talks.ts'
import {
  memberAdd,
  memberEnd,
  memberLeave,
  storeClose,
  storeLeast,
  storeNotice,
  storeTerms,
} from './schema/store-desk.ts'
import { quoteDraw } from './schema/store-draws.ts'
import * as answers from './schema/store-answers.ts'
import { storeLegal } from './schema/store-legal.ts'
import { storeCurrency, storeProfile, storeRename } from './schema/store-profile.ts'
import { storeTaxes, storeZone, storeZoneEnd } from './schema/store-shipping.ts'
import { sheetEnd, sheetMake } from './schema/store-sheets.ts'

/** The mutations of a store's members, by name. A device loads them with the first store that is opened. */
export const storeMutations = {
  'store.notice': storeNotice,
  'store.terms': storeTerms,
  'store.least': storeLeast,
  'store.close': storeClose,
  'store.rename': storeRename,
  'store.profile': storeProfile,
  'store.currency': storeCurrency,
  'store.zone': storeZone,
  'store.zoneEnd': storeZoneEnd,
  'store.taxes': storeTaxes,
  'store.legal': storeLegal,
  'goods.put': goods.goodsPut,
  'goods.edit': goods.goodsEdit,
  'goods.stock': goods.goodsStock,
  'goods.count': goods.goodsCount,
  'goods.show': goods.goodsShow,
  'goods.del': goods.goodsDel,
  'sale.ship': sales.saleShip,
  'sale.answer': sales.saleAnswer,
  'sale.offer': sales.saleOffer,
  'sale.refundPart': sales.saleRefundPart,
  'sale.refund': sales.saleRefund,
  'talk.answer': talkAnswer,
  'talk.seen': talkSeen,
  'quote.offer': answers.quoteOffer,
  'quote.refuse': answers.quoteRefuse,
  'quote.draw': quoteDraw,
  'review.reply': answers.reviewReply,
  'sheet.make': sheetMake,
  'sheet.end': sheetEnd,
  'member.add': memberAdd,
  'member.end': memberEnd,
  'member.leave': memberLeave,
} as const
