import { noteKey } from '#contract/orders/line-notes.ts'
import { agreedPrice, agreedPrices, offerOf, stateAt, type QuotedParts } from '#contract/quotes/rules.ts'
import type { CartItem } from '#localdb/queries/cart/items.ts'
import type { Hindrance } from './hindrance.ts'

/**
 * How the price that was agreed for a line stands. `short`: it holds from more pieces on. `stock`: the store has fewer
 * pieces left than that. `part`: something else that was agreed on is missing or has too few pieces. `over`: it has
 * ended. `hindered`: the line cannot be ordered for another reason.
 */
export type AgreedState = 'holds' | 'short' | 'stock' | 'part' | 'over' | 'hindered'

/** The price that was agreed for a line of the cart, and how it stands. */
export interface AgreedLine {
  price: number
  /** It holds from this many pieces of the line on, and until then (Unix ms). */
  least: number
  until: number
  /** The pieces that the store has; undefined where the line asks for no more. */
  stock: number | undefined
  state: AgreedState
}

/**
 * The agreed prices of a cart's lines, by the lines' keys. `hindrances`: the reason why a line cannot be ordered, by
 * its key. Where no line of a quote is ticked, all of its lines are looked at.
 */
export function agreedLines(
  items: readonly CartItem[],
  hindrances: ReadonlyMap<string, Hindrance | undefined>,
  now: number,
): Map<string, AgreedLine> {
  const quoted = items.filter((item) => item.agreement !== undefined)
  const ordered = quoted.filter((item) => item.ticked && !hindrances.get(item.key))
  const asThough = quoted.filter((item) => !quoted.some((other) => other.ticked && other.quote === item.quote))
  const counted = [...ordered, ...asThough]
  const prices = agreedPrices(counted, (id) => quoted.find((item) => item.quote === id)?.agreement, now)
  const found = new Map<string, AgreedLine>()
  for (const item of quoted) {
    const quote = item.agreement!
    const price = agreedPrice(quote, item.variantId)
    const offer = offerOf(quote)
    if (price === undefined || !offer) continue
    const { num: least } = offer.lines.find((line) => line.variantId === item.variantId)!
    const hindrance = item.ticked ? hindrances.get(item.key) : undefined
    const stock = hindrance && stockIn(hindrance)
    const isOver = hasEnded(quote, item.product?.currency, now)
    const holds = !isOver && counted.includes(item) && prices.has(noteKey(item))
    const state = holds ? 'holds' : isOver ? 'over' : whyNot({ num: item.num, least, stock }, hindrance)
    found.set(item.key, { price, least, until: offer.until, stock, state })
  }
  return found
}

/** Whether an agreement has ended, or its product is sold in another `currency` now. `now` is Unix ms. */
export const hasEnded = (quote: QuotedParts, currency: string | undefined, now: number): boolean =>
  stateAt(quote, now) !== 'accepted' || (currency !== undefined && currency !== quote.currency)

/** The pieces that are left of a line that asks for more. */
function stockIn(hindrance: Hindrance): number | undefined {
  if (hindrance.kind === 'short') return hindrance.stock
  if (hindrance.kind !== 'refused') return undefined
  const { reason, params } = hindrance.why
  return reason === 'outOfStock' ? 0 : params?.available
}

/** Why an agreed price that has not ended does not hold for a line. */
function whyNot(
  { num, least, stock }: { num: number; least: number; stock: number | undefined },
  hindrance: Hindrance | undefined,
): AgreedState {
  if (stock !== undefined && stock < least) return 'stock'
  // With enough in stock, the line only asks for too many.
  if (hindrance) return 'hindered'
  return num < least ? 'short' : 'part'
}
