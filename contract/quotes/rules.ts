import { groupBy } from '../lists/group-by.ts'
import { noteKey } from '../orders/line-notes.ts'

// Apart from the schemas, so that a page can tell how a quote stands without carrying the schemas' library.
//
//   ask ─▶ open ◀─ counter ── offered ─ accept ─▶ accepted
//           └──── offer ────────▲ │                  │
//                        draw ──┘ │                  │
//   open, offered ─ close, decline ─▶ withdrawn, declined
//   offered, accepted ─ its time is over ─▶ expired ◀┘

/** How a quote stands. `declined`: the buyer has declined an offer, or the store a request. */
export const quoteStates = ['open', 'offered', 'accepted', 'declined', 'withdrawn', 'expired'] as const
export type QuoteState = (typeof quoteStates)[number]

/** The largest number of quotes kept of a person, and how long after the last word they are kept (days). */
export const QUOTES_MAX = 200
export const QUOTE_DAYS = 180
/** The largest number of lines in one quote. */
export const QUOTE_LINES_MAX = 50
/** The largest number of rounds in which a buyer asks in one quote, and of rounds of both sides. */
export const QUOTE_ASKS_MAX = 10
export const QUOTE_ROUNDS_MAX = 20
/** The most characters of a note. */
export const QUOTE_NOTE_MAX = 1000
/** The largest number of requests and answers to offers that a person sends in an hour. */
export const QUOTES_AN_HOUR = 60
/** The longest time for which an offer holds (days). */
export const OFFER_DAYS_MAX = 90
/** The largest number of products in an order that a store draws up. */
export const DRAWN_GOODS_MAX = 20
/** The largest number of orders that a store draws up in a day, and of those for one buyer. */
export const DRAWN_A_DAY = 100
export const DRAWN_A_DAY_FOR_ONE = 5
/**
 * The largest number of products of drawn-up orders that wait for one buyer: the rest of their quotes is for their own
 * requests.
 */
export const DRAWN_WAITING_MAX = 100

/** A quote's row. */
export const quoteKey = (id: string): `quotes/${string}` => `quotes/${id}`

/** Pieces of a choice (`variantId` 0 for none) at a unit price in minor units; null where none was named. */
export interface QuoteLine {
  variantId: number
  num: number
  price: number | null
}
/** One round of a quote: the buyer's wish, or the store's offer with the time until which it holds (Unix ms). */
export interface QuoteRound {
  by: string
  lines: readonly QuoteLine[]
  until: number | null
}
/** The parts of a quote that decide what it is worth. */
export interface QuotedParts {
  productId: number
  currency: string
  state: string
  rounds: readonly QuoteRound[]
}

/** The offer on the table: the store's last one, if no round came after it. */
export function offerOf({
  rounds,
}: Pick<QuotedParts, 'rounds'>): { lines: readonly QuoteLine[]; until: number } | undefined {
  const last = rounds.at(-1)
  return last?.by === 'store' && last.until !== null ? { lines: last.lines, until: last.until } : undefined
}

/** How a quote stands at a time (Unix ms): an offer past its own is over, whether or not the server has said so yet. */
export function stateAt<Q extends Pick<QuotedParts, 'state' | 'rounds'>>(
  quote: Q,
  now: number,
): Q['state'] | 'expired' {
  const offer = offerOf(quote)
  const lapses = quote.state === 'offered' || quote.state === 'accepted'
  return lapses && offer && offer.until <= now ? 'expired' : quote.state
}

/**
 * Whether an agreed price holds for an order of these lines of its product at a time (Unix ms): each line of the offer
 * is in it with at least its pieces.
 */
export function holdsFor(
  quote: QuotedParts,
  lines: readonly { variantId: number; num: number }[],
  now: number,
): boolean {
  const offer = offerOf(quote)
  return (
    offer !== undefined &&
    stateAt(quote, now) === 'accepted' &&
    offer.lines.every(({ variantId, num }) => lines.some((l) => l.variantId === variantId && l.num >= num))
  )
}

/** The agreed unit price of a choice; undefined where the offer does not name it. */
export const agreedPrice = (quote: Pick<QuotedParts, 'rounds'>, variantId: number): number | undefined =>
  offerOf(quote)?.lines.find((l) => l.variantId === variantId)?.price ?? undefined

/** A line of an order or a cart, which may name the quote in which its price was agreed. */
export interface QuotedLine {
  id: number
  variantId: number
  num: number
  quote?: string | undefined
}

/** The agreed unit prices that hold for lines at a time (Unix ms), by the keys of the lines (line-notes.ts). */
export function agreedPrices(
  lines: readonly QuotedLine[],
  quoteOf: (id: string) => QuotedParts | undefined,
  now: number,
): Map<string, number> {
  const prices = new Map<string, number>()
  for (const [id, named] of groupBy(lines, (line) => line.quote ?? '')) {
    const quote = id === '' ? undefined : quoteOf(id)
    const own = named.filter((line) => line.id === quote?.productId)
    if (!quote || !holdsFor(quote, own, now)) continue
    for (const line of own) {
      const price = agreedPrice(quote, line.variantId)
      if (price !== undefined) prices.set(noteKey(line), price)
    }
  }
  return prices
}

/** How often a buyer has asked in a quote. */
export const asksIn = ({ rounds }: Pick<QuotedParts, 'rounds'>): number => rounds.filter((r) => r.by === 'buyer').length
