import type { MutationName, StoreMutationName } from '#contract/registry.ts'
import type { IntentRow } from '../../schema.ts'

/** The action of a change: the key of its text is `sync.does.<what>`, and the text names these numbers. */
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
  | 'storeZone'
  | 'storeZoneEnd'
  | 'storeTaxes'
  | 'storeLegal'
  | 'billingSet'
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

/** Intents whose text is called after them: `store.rename` does `storeRename`. */
const NAMED = [
  ...(['address.del', 'address.default', 'list.put', 'list.del', 'review.write', 'review.delete'] as const),
  ...(['merchant.apply', 'recharge.claim', 'loan.apply', 'loan.withdraw'] as const),
  ...(['quote.ask', 'quote.counter', 'quote.accept', 'quote.close', 'quote.offer', 'quote.refuse'] as const),
  ...(['order.place', 'order.ask', 'order.cancel', 'order.receive'] as const),
  ...(['order.receiveParcel', 'order.report', 'order.reply'] as const),
  ...(['talk.send', 'talk.read', 'talk.answer', 'goods.put', 'goods.edit', 'goods.del'] as const),
  ...(['store.notice', 'store.terms', 'store.least', 'store.rename', 'store.profile', 'store.currency'] as const),
  ...(['store.zone', 'store.zoneEnd', 'store.taxes'] as const),
  ...(['store.legal', 'billing.set'] as const),
  ...(['sheet.end', 'member.add', 'member.end', 'member.leave', 'sale.ship', 'sale.offer', 'sale.refund'] as const),
] satisfies readonly MutationName[]
type Named = (typeof NAMED)[number]
type NameOf<N extends string> = N extends `${infer World}.${infer Act}` ? `${World}${Capitalize<Act>}` : never

const isNamed = (name: string): name is Named => (NAMED as readonly string[]).includes(name)
const nameOf = (name: Named) => name.replace(/\.(.)/, (_, first: string) => first.toUpperCase()) as NameOf<Named>

/** Intents that do the same as another one. */
const ALIKE = {
  'quote.decline': 'quoteClose',
  'quote.draw': 'quoteOffer',
  'order.buy': 'orderPlace',
  'order.submit': 'orderPlace',
  'order.submitAgreed': 'orderPlace',
  'order.askAgreed': 'orderAsk',
  'sale.refundPart': 'saleRefund',
  'talk.show': 'talkSend',
  'talk.seen': 'talkRead',
} as const satisfies Partial<Record<MutationName, DoesWhat>>
const isAlike = (name: string): name is keyof typeof ALIKE => Object.hasOwn(ALIKE, name)

/** A newer version of this app may have written the row; every name that this one knows has a case of its own. */
const unknown = (_name: never): Does => ({ what: 'unknown', numbers: {} })

export function doesOf({ name, payload }: Described): Does {
  const p = fieldsOf(payload)
  const one = (what: DoesWhat, numbers: Record<string, number> = {}): Does => ({ what, numbers })
  if (isNamed(name)) return one(nameOf(name))
  if (isAlike(name)) return one(ALIKE[name])
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
    case 'list.set':
      if (!isNumber(p['from']) || !isNumber(p['to'])) return one('unknown')
      if (p['to'] === 0) return one('listRemove')
      return p['from'] === 0 ? one('listAdd', { n: p['to'] }) : one('listSet', { from: p['from'], to: p['to'] })
    case 'avatar.set':
      return one(p['file'] === null ? 'avatarClear' : 'avatarSet')
    case 'message.read':
      return one(p['on'] ? 'messageRead' : 'messageUnread')
    case 'message.mute':
      return one(p['on'] ? 'muteOn' : 'muteOff')
    case 'watch.set':
      return one(p['on'] ? 'watchOn' : 'watchOff')
    case 'loan.answer':
      return one(p['accept'] ? 'loanAccept' : 'loanDecline')
    default:
      return storeDoes(name, p)
  }
}

/** The action of an intent of a store's members. */
function storeDoes(name: Exclude<StoreMutationName, Named | keyof typeof ALIKE>, p: Record<string, unknown>): Does {
  const one = (what: DoesWhat, numbers: Record<string, number> = {}): Does => ({ what, numbers })
  switch (name) {
    case 'store.close':
      return one(p['on'] ? 'storeClose' : 'storeOpen')
    case 'review.reply':
      return one(p['text'] === '' ? 'reviewUnreply' : 'reviewReply')
    case 'sheet.make':
      return one('sheetMake', { n: sizeOf(p['goods']) })
    case 'goods.stock':
      if (!isNumber(p['by'])) return one('unknown')
      return one(p['by'] < 0 ? 'goodsTake' : 'goodsAdd', { n: Math.abs(p['by']) })
    case 'goods.count':
      return isNumber(p['num']) ? one('goodsCount', { n: p['num'] }) : one('unknown')
    case 'goods.show':
      return one(p['on'] ? 'goodsShow' : 'goodsHide')
    case 'sale.answer':
      return one(p['say'] === 'decline' ? 'saleDecline' : 'saleReplace')
    default:
      return unknown(name)
  }
}
