import { stateAt } from '#contract/quotes/rules.ts'
import type { StoreProduct } from '#contract/products/schema-row.ts'
import type { StoreQuote, StoreReview } from '#contract/stores/schema-answer-rows.ts'
import type { UserReader } from '../../read.ts'

// Buyers' requests and reviews as a store's screens read them from its desk. Sealed values stay sealed.

/** A request for a price; `pending` while something said to it is not at the server. */
export interface StoreQuoteItem extends StoreQuote {
  pending: boolean
}
/** A review; `pending` while its reply is not at the server. */
export interface StoreReviewItem extends StoreReview {
  pending: boolean
}

export const requestFilters = ['waiting', 'offered', 'agreed', 'all'] as const
export type RequestFilter = (typeof requestFilters)[number]
export const storeReviewFilters = ['unanswered', 'low', 'answered', 'all'] as const
export type StoreReviewFilter = (typeof storeReviewFilters)[number]

/** The first of a list under a filter, and how many there are under each. */
export interface FilteredList<Item, Filter extends string> {
  items: Item[]
  counts: Record<Filter, number>
}

const isRequest = (quote: StoreQuote, filter: RequestFilter, now: number): boolean => {
  const state = stateAt(quote, now)
  if (filter === 'waiting') return state === 'open'
  if (filter === 'offered') return state === 'offered'
  return filter === 'all' || state === 'accepted'
}
const isReview = (review: StoreReview, filter: StoreReviewFilter): boolean => {
  if (filter === 'unanswered') return review.reply === null && !review.hidden
  if (filter === 'low') return review.rating <= 2
  return filter === 'all' || review.reply !== null
}

/** Names what only the store's own goods can name: of an order drawn up that the server does not have yet. */
async function named(user: UserReader, quotes: readonly StoreQuoteItem[]): Promise<StoreQuoteItem[]> {
  const unnamed = quotes.filter(({ drawn, title }) => drawn !== undefined && Object.keys(title).length === 0)
  if (unnamed.length === 0) return [...quotes]
  const rows = await user.goods.bulkGet(unnamed.map(({ goods }) => goods))
  const known = new Map(rows.flatMap((row) => (row?.shown ? [[row.key, row.shown] as const] : [])))
  return quotes.map((quote) => {
    const goods = unnamed.includes(quote) ? known.get(quote.goods) : undefined
    if (!goods) return quote
    const choices = quote.choices.map((c) => ({ ...c, label: goods.variants[c.sku]?.label ?? c.label }))
    return { ...quote, title: goods.title, picture: goods.pictures[0] ?? null, choices }
  })
}

/** The products of an order that the store drew up, in no particular order. */
export const drawnOrder =
  (order: string | undefined) =>
  async (user: UserReader): Promise<StoreQuoteItem[]> => {
    if (order === undefined) return []
    const rows = (await user.storeQuotes.toArray()).flatMap(({ shown, pending }) =>
      shown && !shown.deleted && shown.drawn === order ? [{ ...shown, pending: pending > 0 }] : [],
    )
    return named(user, rows)
  }

/** How many there are under each filter. */
function countsOf<Item, Filter extends string>(
  all: readonly Item[],
  filters: readonly Filter[],
  is: (item: Item, filter: Filter) => boolean,
): Record<Filter, number> {
  return Object.fromEntries(filters.map((one) => [one, all.filter((item) => is(item, one)).length])) as Record<
    Filter,
    number
  >
}

/**
 * Requests under a filter, at most so many: those that wait in the order in which they came, others the newest first.
 */
export const requestsUnder =
  (filter: RequestFilter, most: number, now: number) =>
  async (user: UserReader): Promise<FilteredList<StoreQuoteItem, RequestFilter>> => {
    const all = (await user.storeQuotes.toArray()).flatMap(({ shown, pending }) =>
      shown && !shown.deleted ? [{ ...shown, pending: pending > 0 }] : [],
    )
    const items = all
      .filter((quote) => isRequest(quote, filter, now))
      .sort((a, b) => (filter === 'waiting' ? a.at - b.at : b.at - a.at))
    const counts = countsOf(all, requestFilters, (q, one) => isRequest(q, one, now))
    return { items: await named(user, items.slice(0, most)), counts }
  }

/** One request, with its product as the store has it; null when it is not here. */
export const requestById =
  (id: string) =>
  async (user: UserReader): Promise<{ quote: StoreQuoteItem; goods: StoreProduct | undefined } | null> => {
    const row = await user.storeQuotes.get(id)
    if (!row?.shown || row.shown.deleted) return null
    const goods = (await user.goods.get(row.shown.goods))?.shown
    const [quote] = await named(user, [{ ...row.shown, pending: row.pending > 0 }])
    return { quote: quote!, goods: goods && !goods.deleted ? goods : undefined }
  }

/** Reviews under a filter, at most so many, the newest first. */
export const reviewsUnder =
  (filter: StoreReviewFilter, most: number) =>
  async (user: UserReader): Promise<FilteredList<StoreReviewItem, StoreReviewFilter>> => {
    const all = (await user.storeReviews.toArray()).flatMap(({ shown, pending }) =>
      shown && !shown.deleted ? [{ ...shown, pending: pending > 0 }] : [],
    )
    const items = all.filter((review) => isReview(review, filter)).sort((a, b) => b.at - a.at || b.id - a.id)
    return { items: items.slice(0, most), counts: countsOf(all, storeReviewFilters, isReview) }
  }

/** How much of a store waits for an answer: requests for a price, and reviews. No clock answers one. */
export async function answersWaiting(user: UserReader): Promise<{ requests: number; reviews: number }> {
  const [quotes, reviews] = await Promise.all([user.storeQuotes.toArray(), user.storeReviews.toArray()])
  return {
    requests: quotes.filter(({ shown }) => shown && !shown.deleted && shown.state === 'open').length,
    reviews: reviews.filter(({ shown }) => shown && !shown.deleted && isReview(shown, 'unanswered')).length,
  }
}
