import { noteKey } from '#contract/orders/line-notes.ts'
import { agreedPrice, offerOf, type QuotedParts } from '#contract/quotes/rules.ts'
import type { Order } from '#contract/sync/schema-rows.ts'
import { hasEnded } from './agreed-lines.ts'

/** An agreed price that does not hold for a line of an order any more. */
export interface LostAgreement {
  /** The line's index in the order. */
  line: number
  why: 'over' | 'short' | 'part'
  /** Unit price in minor units of the quote's currency. */
  price: number
  currency: string
  /** It holds from this many pieces on. */
  least: number
}

interface Now {
  quotes: ReadonlyMap<string, QuotedParts>
  /** The keys of lines whose agreed prices hold. */
  held: Pick<ReadonlyMap<string, unknown>, 'has'>
  /** How many pieces of a line can be ordered. */
  left(line: { id: number; variantId: number }): number
  /** Unix ms. */
  now: number
}

/** The agreed prices that no longer hold for lines of an order. Lines of which nothing can be ordered are left out. */
export function lostAgreements(
  { lines, currency }: Pick<Order, 'lines' | 'currency'>,
  { quotes, held, left, now }: Now,
): LostAgreement[] {
  return lines.flatMap((line, n): LostAgreement[] => {
    const quote = line.quote === undefined ? undefined : quotes.get(line.quote)
    const price = quote && agreedPrice(quote, line.variantId)
    const num = left(line)
    if (!quote || price === undefined || num === 0 || held.has(noteKey(line))) return []
    const least = offerOf(quote)!.lines.find(({ variantId }) => variantId === line.variantId)!.num
    const why = hasEnded(quote, currency, now) ? 'over' : num < least ? 'short' : 'part'
    return [{ line: n, why, price, currency: quote.currency, least }]
  })
}
