import type { MessageKind } from './kinds.ts'

// Apart from kinds.ts: only the server and the screen with the switches load it.

/** The kinds of mails that a buyer can switch off, in the order of their switches. */
export const buyerMails = [
  'placed',
  'shipped',
  'received',
  'deadlines',
  'problems',
  'offers',
  'answers',
  'watches',
  'reviews',
  'application',
] as const

/** The same for those who act for a store. */
export const storeMails = [
  'storeOrder',
  'storeCancelled',
  'storeLate',
  'storeLow',
  'storeTalk',
  'storeAsked',
  'storeProblem',
  'storeGoods',
] as const

/** A kind of mails that has a switch. */
export type MailSwitch = (typeof buyerMails | typeof storeMails)[number]
/** All kinds: mails about money, and about the account and its security, have no switch. */
export type MailKind = MailSwitch | 'money' | 'account'

const switches: ReadonlySet<string> = new Set<MailSwitch>([...buyerMails, ...storeMails])

/** Whether mails of this kind can be switched off. */
export const isMailSwitch = (kind: string): kind is MailSwitch => switches.has(kind)

const TOPIC = 'mail.'

/** The topic of `message.mute` by which mails of a kind are switched off. */
export const mailTopic = (kind: MailSwitch): `mail.${MailSwitch}` => `${TOPIC}${kind}`

/** The kind of mails that a topic of `message.mute` stands for; undefined when it is not about mails. */
export function mailSwitchOf(topic: string): MailSwitch | undefined {
  const kind = topic.startsWith(TOPIC) ? topic.slice(TOPIC.length) : ''
  return isMailSwitch(kind) ? kind : undefined
}

/** The kind of the mail that is sent with a message; null: the message comes without one. */
export const mailKinds: Readonly<Record<MessageKind, MailKind | null>> = {
  orderPlaced: 'placed',
  orderShipped: 'shipped',
  orderPartShipped: 'shipped',
  orderLate: 'deadlines',
  orderReleaseSoon: 'deadlines',
  reportReplaced: 'problems',
  reportDeclined: 'problems',
  reportEscalated: 'problems',
  reportDismissed: 'problems',
  storeOrder: 'storeOrder',
  storeLow: 'storeLow',
  storeAsked: 'storeAsked',
  storeCountered: 'storeAsked',
  storeLate: 'storeLate',
  storeCancelled: 'storeCancelled',
  storeReport: 'storeProblem',
  storeReportBrought: 'storeProblem',
  storeReportTaken: 'storeProblem',
  storeDecided: 'storeProblem',
  storeRefunded: 'money',
  storeSuspended: 'account',
  storeResumed: 'account',
  orderReceived: 'received',
  orderAsksReceipt: 'received',
  orderPaid: 'money',
  orderQuestion: 'money',
  orderCancelled: 'money',
  orderTimedOut: 'money',
  orderRefunded: 'money',
  loanOffered: 'money',
  loanRefused: 'money',
  loanExpired: 'money',
  rechargeCredited: 'money',
  rechargeBelow: 'money',
  rechargeDropped: 'money',
  rechargeInvalid: 'money',
  rechargeExpired: 'money',
  // Asking for a withdrawal sends a mail of its own, with the way to stop it (server/withdrawals/mail.ts).
  withdrawalWaits: null,
  withdrawalReview: 'money',
  withdrawalSent: 'money',
  withdrawalDone: 'money',
  withdrawalCancelled: 'money',
  withdrawalRefused: 'money',
  withdrawalReturned: 'money',
  storeWithdrawalWaits: null,
  storeWithdrawalReview: 'money',
  storeWithdrawalSent: 'money',
  storeWithdrawalDone: 'money',
  storeWithdrawalCancelled: 'money',
  storeWithdrawalRefused: 'money',
  storeWithdrawalReturned: 'money',
  quoteOffered: 'offers',
  quoteDrawn: 'offers',
  quoteDeclined: 'offers',
  quoteExpired: 'offers',
  quoteClosed: 'offers',
  orderPartRefunded: 'money',
  orderReleased: 'money',
  reportOffered: 'money',
  reportRefunded: 'money',
  reviewReplied: 'reviews',
  watchPrice: 'watches',
  watchStock: 'watches',
  watchCurrency: 'watches',
  watchArea: 'watches',
  merchantAsked: 'application',
  merchantApproved: 'application',
  merchantRefused: 'application',
  merchantJoined: 'application',
  merchantContract: 'application',
  goodsBarred: 'storeGoods',
  goodsShown: 'storeGoods',
  suspended: 'account',
  resumed: 'account',
  reviewBarred: 'reviews',
  reviewShown: 'reviews',
  storeTalk: 'storeTalk',
  talkAnswered: 'answers',
  storeReminded: 'storeAsked',
  storeRequestClosed: 'storeAsked',
  // Operators have one mail about all that waits (server/operator/desks/tell-waits.ts).
  waitsApplications: null,
  waitsWithdrawals: null,
  waitsLoans: null,
  waitsDisputes: null,
  waitsTalks: null,
  waitsReports: null,
  waitsRequests: null,
  talkHanded: null,
  // It says that mails do not arrive.
  mailBounced: null,
  // The operator's messages to everybody are read in the app: nobody asked for them by mail.
  site: null,
}
