// Apart from the schemas, so that a page can tell its messages without carrying the schemas' library.

/** What messages are about: what a person switches on and off. */
export const messageTopics = ['orders', 'money', 'watches', 'selling', 'store', 'account', 'news'] as const
export type MessageTopic = (typeof messageTopics)[number]

/**
 * The topics that can be switched off: nobody misses that their money moved, what they asked to be told, or what the
 * market did to their account or their store.
 */
export const mutableTopics = ['orders', 'store', 'news'] as const satisfies MessageTopic[]

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

// What is in a store's centre is named with the store: a person may act for several.

export const centreKinds = ['sale', 'goods', 'storeTalk', 'centre', 'request', 'storeWithdrawal'] as const
type InCentre = (typeof centreKinds)[number]
/**
 * What leads into a store's centre: to an order, one of its goods, a conversation, a price that it is asked for, a
 * withdrawal, or to its first screen.
 */
export const inCentre = (storeId: number, kind: InCentre, id = ''): { kind: InCentre; id: string } => ({
  kind,
  id: `${storeId}:${id}`,
})

/** The store that such a subject's id names, and what of it; undefined when it names none. */
export function ofCentre(said: string): { store: number; id: string } | undefined {
  const at = said.indexOf(':')
  const store = said.slice(0, at)
  return at > 0 && /^\d{1,10}$/.test(store) ? { store: Number(store), id: said.slice(at + 1) } : undefined
}

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

/** The most characters of the title of a message from the operator. */
export const TELL_TITLE_MAX = 120
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
