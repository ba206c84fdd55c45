import * as addresses from './addresses/schema.ts'
import { avatarSet } from './account/schema-avatar.ts'
import { billingSet } from './invoices/schema-billing.ts'
import * as loans from './loans/schema.ts'
import { merchantApply } from './merchants/schema.ts'
import * as messages from './messages/schema.ts'
import * as orderProblems from './reports/schema.ts'
import * as orders from './orders/schema.ts'
import * as ownLists from './own-lists/schema.ts'
import * as quotes from './quotes/schema.ts'
import { rechargeClaim } from './deposits/schema-claim.ts'
import * as reviews from './reviews/schema.ts'

/**
 * The mutations of a person beyond a visit's first screens, by name; each states whether a guest may queue it, too. A
 * device loads them with the first of them, and with the code that sends.
 */
export const personMutations = {
  'avatar.set': avatarSet,
  'billing.set': billingSet,
  'loan.apply': loans.loanApply,
  'loan.withdraw': loans.loanWithdraw,
  'loan.answer': loans.loanAnswer,
  'recharge.claim': rechargeClaim,
  'review.write': reviews.reviewWrite,
  'review.delete': reviews.reviewDelete,
  'list.put': ownLists.listPut,
  'list.del': ownLists.listDel,
  'list.set': ownLists.listSet,
  'quote.ask': quotes.quoteAsk,
  'quote.counter': quotes.quoteCounter,
  'quote.accept': quotes.quoteAccept,
  'quote.close': quotes.quoteClose,
  'quote.decline': quotes.quoteDecline,
  'address.put': addresses.addressPut,
  'address.del': addresses.addressDel,
  'address.default': addresses.addressDefault,
  'merchant.apply': merchantApply,
  'message.read': messages.messageRead,
  'message.mute': messages.messageMute,
  'watch.set': messages.watchSet,
  'talk.send': messages.talkSend,
  'talk.show': messages.talkShow,
  'talk.read': messages.talkRead,
  'order.place': orders.orderPlace,
  'order.buy': orders.orderBuy,
  'order.submit': orders.orderSubmit,
  'order.ask': orders.orderAsk,
  'order.submitAgreed': orders.orderSubmitAgreed,
  'order.askAgreed': orders.orderAskAgreed,
  'order.cancel': orders.orderCancel,
  'order.receiveParcel': orderProblems.orderReceiveParcel,
  'order.report': orderProblems.orderReport,
  'order.reply': orderProblems.orderReply,
  'order.receive': orders.orderReceive,
} as const
