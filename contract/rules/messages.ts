// Apart from the schemas, so that a page can tell its messages without carrying the schemas' library.

/** What messages are about: what a person switches on and off. */
export const messageTopics = ['orders', 'money', 'watches', 'selling', 'news'] as const
export type MessageTopic = (typeof messageTopics)[number]

/** The topics that can be switched off: nobody misses that their money moved, or what they asked to be told. */
export const mutableTopics = ['orders', 'news'] as const satisfies MessageTopic[]

/** Every kind of message, equal to its text's key `told.<kind>`, with its topic. */
export const messageKinds = {
  orderPlaced: 'orders',
  orderShipped: 'orders',
  orderPartShipped: 'orders',
  orderLate: 'orders',
  orderReleaseSoon: 'orders',
  reportReplaced: 'orders',
  reportDeclined: 'orders',
  reportEscalated: 'orders',
  reportDismissed: 'orders',
  storeLate: 'orders',
  storeReport: 'orders',
  storeDecided: 'orders',
  orderReceived: 'orders',
  orderAsksReceipt: 'orders',
  orderPaid: 'money',
  orderQuestion: 'money',
  orderCancelled: 'money',
  orderTimedOut: 'money',
  orderRefunded: 'money',
  loanOffered: 'money',
  loanRefused: 'money',
  loanExpired: 'money',
  quoteOffered: 'watches',
  quoteDeclined: 'watches',
  quoteExpired: 'watches',
  orderPartRefunded: 'money',
  orderReleased: 'money',
  reportOffered: 'money',
  reportRefunded: 'money',
  watchPrice: 'watches',
  watchStock: 'watches',
  watchCurrency: 'watches',
  watchArea: 'watches',
  merchantAsked: 'selling',
  merchantApproved: 'selling',
  merchantRefused: 'selling',
  merchantJoined: 'selling',
  goodsBarred: 'selling',
  goodsShown: 'selling',
  site: 'news',
} as const satisfies Record<string, MessageTopic>
export type MessageKind = keyof typeof messageKinds

/** Narrows a kind as it came to one that this app has words for. */
export const isMessageKind = (kind: string): kind is MessageKind => Object.hasOwn(messageKinds, kind)

/** What a message, or a conversation, speaks of. */
export const subjectKinds = [
  'order',
  'product',
  'store',
  'talk',
  'quote',
  'sync',
  'area',
  'loan',
  'application',
] as const

/** What can be waited for. */
export const watchKinds = ['price', 'stock', 'currency', 'area'] as const
export type WatchKind = (typeof watchKinds)[number]

/** At most so many messages are kept of a person, and for so long (days). */
export const MESSAGES_MAX = 500
export const MESSAGES_DAYS = 180
/** At most so many things one person waits to be told. */
export const WATCHES_MAX = 500
/** A line of a conversation has so many characters at most. */
export const LINE_TEXT_MAX = 2000
/** Most pictures of one line. */
export const LINE_PICTURES_MAX = 4
/** At most so many lines a person writes in an hour. */
export const LINES_AN_HOUR = 60
/** At most so many conversations of a person are kept, and so many lines of all of them. */
export const TALKS_MAX = 200
export const TALK_LINES_MAX = 1000

/** The key of the row of what one waits for: one price of one thing, say, and no second. */
export const watchKeyOf = (w: {
  what: string
  id: number
  variantId: number
  currency: string
  area: string
}): string =>
  w.what === 'currency'
    ? `currency:${w.currency}`
    : w.what === 'area'
      ? `area:${w.area}`
      : `${w.what}:${w.id}:${w.variantId}`
