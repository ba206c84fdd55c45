import type { MutationName, StoreMutationName } from '#contract/registry.ts'
import type { IntentRow } from '../schema.ts'

/** What a change does, in the order of its text's key `sync.does.<what>`, with the numbers that the text names. */
export interface Does {
  what: DoesWhat
  numbers: Record<string, number>
}
export type DoesWhat =
  | 'cartAdd'
  | 'cartSet'
  | 'cartRemove'
  | 'cartTick'
  | 'cartUntick'
  | 'cartAside'
  | 'cartBack'
  | 'cartClear'
  | 'favouriteOn'
  | 'favouriteOff'
  | 'favouriteClear'
  | 'followOn'
  | 'followOff'
  | 'addressAdd'
  | 'addressPut'
  | 'addressDel'
  | 'addressDefault'
  | 'listPut'
  | 'listDel'
  | 'listAdd'
  | 'listSet'
  | 'listRemove'
  | 'merchantApply'
  | 'quoteAsk'
  | 'quoteCounter'
  | 'quoteAccept'
  | 'quoteClose'
  | 'reviewWrite'
  | 'reviewDelete'
  | 'avatarSet'
  | 'avatarClear'
  | 'messageRead'
  | 'messageUnread'
  | 'muteOn'
  | 'muteOff'
  | 'watchOn'
  | 'watchOff'
  | 'talkSend'
  | 'talkRead'
  | 'storeNotice'
  | 'storeTerms'
  | 'goodsPut'
  | 'goodsEdit'
  | 'goodsAdd'
  | 'goodsTake'
  | 'goodsCount'
  | 'goodsShow'
  | 'goodsHide'
  | 'goodsDel'
  | 'saleShip'
  | 'saleReplace'
  | 'saleDecline'
  | 'saleOffer'
  | 'saleRefund'
  | 'talkAnswer'
  | 'storeLeast'
  | 'storeClose'
  | 'storeOpen'
  | 'storeRename'
  | 'storeProfile'
  | 'storeCurrency'
  | 'quoteOffer'
  | 'quoteRefuse'
  | 'reviewReply'
  | 'reviewUnreply'
  | 'sheetMake'
  | 'sheetEnd'
  | 'memberAdd'
  | 'memberEnd'
  | 'memberLeave'
  | 'orderPlace'
  | 'orderAsk'
  | 'orderCancel'
  | 'orderReceive'
  | 'rechargeClaim'
  | 'loanApply'
  | 'loanWithdraw'
  | 'loanAccept'
  | 'loanDecline'
  | 'orderReceiveParcel'
  | 'orderReport'
  | 'orderReply'
  | 'lost'
  | 'unknown'

/** The parts of an intent that say what it is; anything may stand in a row that could not be read. */
export type Described = Pick<IntentRow, 'name' | 'payload' | 'keys'>

/** The fields of a payload: anything may stand in a row that could not be read. */
export const fieldsOf = (payload: unknown): Record<string, unknown> =>
  typeof payload === 'object' && payload !== null ? (payload as Record<string, unknown>) : {}
export const isNumber = (value: unknown): value is number => typeof value === 'number'
const sizeOf = (value: unknown): number => (Array.isArray(value) ? value.length : 0)

const plain = {
  'quote.ask': 'quoteAsk',
  'quote.counter': 'quoteCounter',
  'quote.accept': 'quoteAccept',
  'quote.close': 'quoteClose',
  'quote.decline': 'quoteClose',
  'order.submitAgreed': 'orderPlace',
  'order.askAgreed': 'orderAsk',
  'recharge.claim': 'rechargeClaim',
  'loan.apply': 'loanApply',
  'loan.withdraw': 'loanWithdraw',
} as const
const isPlain = (name: string): name is keyof typeof plain => Object.hasOwn(plain, name)

/** A newer version of this app may have written the row; every name that this one knows has a case of its own. */
const unknown = (_name: never): Does => ({ what: 'unknown', numbers: {} })

const isOfStore = (name: MutationName): name is StoreMutationName =>
  /^(store|member|goods|sale|sheet)\.|^talk\.(answer|seen)$/.test(name) || Object.hasOwn(answers, name)

/** What a store says to buyers, under names that theirs begin with, too. */
const answers = {
  'quote.offer': 'quoteOffer',
  'quote.refuse': 'quoteRefuse',
  'quote.draw': 'quoteOffer',
  'review.reply': 'reviewReply',
} as const

/** What an intent of a store's members does. */
function storeDoes(name: StoreMutationName, p: Record<string, unknown>): Does {
  const one = (what: DoesWhat, numbers: Record<string, number> = {}): Does => ({ what, numbers })
  switch (name) {
    case 'store.notice':
      return one('storeNotice')
    case 'store.terms':
      return one('storeTerms')
    case 'store.least':
      return one('storeLeast')
    case 'store.close':
      return one(p['on'] ? 'storeClose' : 'storeOpen')
    case 'store.rename':
      return one('storeRename')
    case 'store.profile':
      return one('storeProfile')
    case 'store.currency':
      return one('storeCurrency')
    case 'quote.offer':
    case 'quote.refuse':
    case 'quote.draw':
      return one(answers[name])
    case 'review.reply':
      return one(p['text'] === '' ? 'reviewUnreply' : 'reviewReply')
    case 'sheet.make':
      return one('sheetMake', { n: sizeOf(p['goods']) })
    case 'sheet.end':
      return one('sheetEnd')
    case 'member.add':
      return one('memberAdd')
    case 'member.end':
      return one('memberEnd')
    case 'member.leave':
      return one('memberLeave')
    case 'goods.put':
      return one('goodsPut')
    case 'goods.edit':
      return one('goodsEdit')
    case 'goods.stock':
      if (!isNumber(p['by'])) return one('unknown')
      return one(p['by'] < 0 ? 'goodsTake' : 'goodsAdd', { n: Math.abs(p['by']) })
    case 'goods.count':
      return isNumber(p['num']) ? one('goodsCount', { n: p['num'] }) : one('unknown')
    case 'goods.show':
      return one(p['on'] ? 'goodsShow' : 'goodsHide')
    case 'goods.del':
      return one('goodsDel')
    case 'sale.ship':
      return one('saleShip')
    case 'sale.answer':
      return one(p['say'] === 'decline' ? 'saleDecline' : 'saleReplace')
    case 'sale.offer':
      return one('saleOffer')
    case 'sale.refundPart':
    case 'sale.refund':
      return one('saleRefund')
    case 'talk.answer':
      return one('talkAnswer')
    case 'talk.seen':
      return one('talkRead')
    default:
      return unknown(name)
  }
}
const orderDoes = {
  'order.place': 'orderPlace',
  'order.buy': 'orderPlace',
  'order.submit': 'orderPlace',
  'order.ask': 'orderAsk',
  'order.cancel': 'orderCancel',
  'order.receive': 'orderReceive',
  'order.receiveParcel': 'orderReceiveParcel',
  'order.report': 'orderReport',
  'order.reply': 'orderReply',
} as const satisfies Record<string, DoesWhat>

/** What an intent does. */
export function doesOf({ name, payload }: Described): Does {
  const p = fieldsOf(payload)
  const one = (what: DoesWhat, numbers: Record<string, number> = {}): Does => ({ what, numbers })
  if (isOfStore(name)) return storeDoes(name, p)
  if (isPlain(name)) return one(plain[name])
  switch (name) {
    case 'cart.add':
      return isNumber(p['num']) ? one('cartAdd', { n: p['num'] }) : one('unknown')
    case 'cart.set':
      return p['to'] === 0
        ? one('cartRemove')
        : isNumber(p['from']) && isNumber(p['to'])
          ? one('cartSet', { from: p['from'], to: p['to'] })
          : one('unknown')
    case 'cart.tick':
      return one(p['on'] ? 'cartTick' : 'cartUntick')
    case 'cart.later':
      return one(p['on'] ? 'cartAside' : 'cartBack')
    case 'cart.clear':
      return one('cartClear', { n: sizeOf(p['lines']) })
    case 'favourite.set':
      return one(p['on'] ? 'favouriteOn' : 'favouriteOff')
    case 'favourite.clear':
      return one('favouriteClear', { n: sizeOf(p['ids']) })
    case 'follow.set':
      return one(p['on'] ? 'followOn' : 'followOff')
    case 'address.put':
      return one(p['baseRev'] === 0 ? 'addressAdd' : 'addressPut')
    case 'address.del':
      return one('addressDel')
    case 'address.default':
      return one('addressDefault')
    case 'list.put':
      return one('listPut')
    case 'list.del':
      return one('listDel')
    case 'list.set':
      if (!isNumber(p['from']) || !isNumber(p['to'])) return one('unknown')
      if (p['to'] === 0) return one('listRemove')
      return p['from'] === 0 ? one('listAdd', { n: p['to'] }) : one('listSet', { from: p['from'], to: p['to'] })
    case 'merchant.apply':
      return one('merchantApply')
    case 'review.write':
      return one('reviewWrite')
    case 'review.delete':
      return one('reviewDelete')
    case 'avatar.set':
      return one(p['file'] === null ? 'avatarClear' : 'avatarSet')
    case 'message.read':
      return one(p['on'] ? 'messageRead' : 'messageUnread')
    case 'message.mute':
      return one(p['on'] ? 'muteOn' : 'muteOff')
    case 'watch.set':
      return one(p['on'] ? 'watchOn' : 'watchOff')
    case 'talk.send':
    case 'talk.show':
      return one('talkSend')
    case 'talk.read':
      return one('talkRead')
    case 'loan.answer':
      return one(p['accept'] ? 'loanAccept' : 'loanDecline')
    case 'order.place':
    case 'order.buy':
    case 'order.submit':
    case 'order.ask':
    case 'order.cancel':
    case 'order.receive':
    case 'order.receiveParcel':
    case 'order.report':
    case 'order.reply':
      return one(orderDoes[name])
    default:
      return unknown(name)
  }
}
