import { noteKey } from '#contract/rules/line-notes.ts'
import { agreedPrice, agreedPrices, offerOf, stateAt } from '#contract/rules/quotes.ts'
import type { CartItem } from '#localdb/queries/cart.ts'

/** The price that was agreed for a line of the cart, and what keeps it from holding, if something does. */
export interface AgreedLine {
  price: number
  /** It holds from so many pieces of the line, and until then (Unix ms). */
  least: number
  until: number
  /** `part`: something else that was agreed on is missing or has too few pieces. */
  state: 'holds' | 'short' | 'part' | 'over'
}

/**
 * What was agreed for lines of a cart, by their keys. `free` tells of a ticked line whether it would be ordered; where
 * no line of a quote is ticked, all of them are looked at.
 */
export function agreedLines(
  items: readonly CartItem[],
  free: (item: CartItem) => boolean,
  now: number,
): Map<string, AgreedLine> {
  const quoted = items.filter((item) => item.agreement !== undefined)
  const ordered = quoted.filter((item) => item.ticked && free(item))
  const asThough = quoted.filter((item) => !quoted.some((other) => other.ticked && other.quote === item.quote))
  const counted = [...ordered, ...asThough]
  const prices = agreedPrices(counted, (id) => quoted.find((item) => item.quote === id)?.agreement, now)
  const found = new Map<string, AgreedLine>()
  for (const item of quoted) {
    const quote = item.agreement!
    const price = agreedPrice(quote, item.variantId)
    const offer = offerOf(quote)
    // What keeps the line itself from being ordered is said of it already.
    if (price === undefined || !offer || (item.ticked && !free(item))) continue
    const least = offer.lines.find((l) => l.variantId === item.variantId)!.num
    const over = stateAt(quote, now) !== 'accepted' || (item.product && item.product.currency !== quote.currency)
    const holds = !over && counted.includes(item) && prices.has(noteKey(item))
    const state = holds ? 'holds' : over ? 'over' : item.num < least ? 'short' : 'part'
    found.set(item.key, { price, least, until: offer.until, state })
  }
  return found
}
