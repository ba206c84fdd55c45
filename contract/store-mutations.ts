import * as goods from './products/schema.ts'
import * as sales from './stores/schema-sales.ts'
import { talkAnswer, talkSeen } from './messages/schema-store.ts'
import { memberAdd, memberEnd, memberLeave, storeClose, storeLeast, storeNotice, storeTerms } from './stores/schema.ts'
import { quoteDraw } from './quotes/schema-store.ts'
import * as answers from './stores/schema-answers.ts'
import { storeLegal } from './invoices/schema-store.ts'
import { storeCurrency, storeProfile, storeRename } from './stores/schema-profile.ts'
import { storeTaxes, storeZone, storeZoneEnd } from './shipping/schema-store.ts'
import { sheetEnd, sheetMake } from './line-sheets/schema-store.ts'

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
