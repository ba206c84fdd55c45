// Apart from the schemas, so that a page can tell its messages without carrying the schemas' library.

/** The topics of messages. A person switches messages on and off by topic. */
export const messageTopics = ['orders', 'money', 'watches', 'selling', 'store', 'account', 'news'] as const
export type MessageTopic = (typeof messageTopics)[number]

/**
 * The topics that can be switched off. The others stay on, so that nobody misses that their money moved, a notice that
 * they asked for, or what the market did to their account or their store.
 */
export const mutableTopics = ['orders', 'store', 'news'] as const satisfies MessageTopic[]

/** The kinds of things that a message, or a conversation, can be about. */
export const subjectKinds = [
  'order',
  'product',
  'store',
  'talk',
  'quote',
  'sync',
  'area',
  'loan',
  'recharge',
  'withdrawal',
  'storeWithdrawal',
  'application',
  'sale',
  'goods',
  'storeTalk',
  'centre',
  'request',
] as const

// A subject in a store's centre is named together with the store, because a person may act for several.

export const centreKinds = ['sale', 'goods', 'storeTalk', 'centre', 'request', 'storeWithdrawal'] as const
type InCentre = (typeof centreKinds)[number]
/**
 * A subject that leads into a store's centre: to an order, one of its goods, a conversation, a price that it is asked
 * for, a withdrawal, or to its first screen.
 */
export const inCentre = (storeId: number, kind: InCentre, id = ''): { kind: InCentre; id: string } => ({
  kind,
  id: `${storeId}:${id}`,
})

/** The store that such a subject's id names, and the id within that store; undefined when it names no store. */
export function ofCentre(subjectId: string): { store: number; id: string } | undefined {
  const at = subjectId.indexOf(':')
  const store = subjectId.slice(0, at)
  return at > 0 && /^\d{1,10}$/.test(store) ? { store: Number(store), id: subjectId.slice(at + 1) } : undefined
}

/** The kinds of events that a person can wait for. */
export const watchKinds = ['price', 'stock', 'currency', 'area'] as const
export type WatchKind = (typeof watchKinds)[number]

/** The largest number of messages kept of a person, and how long they are kept (days). */
export const MESSAGES_MAX = 500
export const MESSAGES_DAYS = 180
/** The largest number of watches of one person. */
export const WATCHES_MAX = 500
/** The most characters of a line of a conversation. */
export const LINE_TEXT_MAX = 2000

/** The most characters of the title of a message from the operator. */
export const TELL_TITLE_MAX = 120
/** The largest number of pictures of one line. */
export const LINE_PICTURES_MAX = 4
/** The largest number of lines that a person writes in an hour. */
export const LINES_AN_HOUR = 60
/** The largest number of conversations kept of a person, and of lines in all of them. */
export const TALKS_MAX = 200
export const TALK_LINES_MAX = 1000

/** The key of a watch's row: a person has one watch per key, for example one for the price of one choice. */
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
