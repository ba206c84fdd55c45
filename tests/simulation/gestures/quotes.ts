import { noteKey } from '#contract/orders/line-notes.ts'
import { agreedPrices, offerOf } from '#contract/quotes/rules.ts'
import type { Payload } from '#contract/registry.ts'
import { goods, maybe } from './in-sight.ts'
import type { Sight } from './sight.ts'

// The gestures of a person about the prices that they ask stores for.

const quotes = (s: Sight, ...states: string[]) =>
  s.shown('quotes').filter((q) => !q.deleted && (states.includes(q.state) || s.random.chance(0.05)))

export const quoteGestures = {
  'quote.ask': (s: Sight): Payload<'quote.ask'> => {
    const { id: productId, shopId, variantId } = goods(s)
    return {
      id: s.uuid(),
      shopId,
      productId,
      currency: 'USD',
      lines: [{ variantId, num: s.random.whole(1, 6) }],
      target: s.random.chance(0.5) ? s.random.whole(100, 600) : null,
      country: s.random.pick(['', 'DE']),
      note: s.random.pick(['', 'We need them in June']),
    }
  },
  'quote.counter': (s: Sight): Payload<'quote.counter'> | undefined => {
    const quote = maybe(s, quotes(s, 'offered'))
    const lines = (quote?.rounds.at(-1)?.lines ?? []).map(({ variantId, num }) => ({ variantId, num }))
    return quote && { id: quote.id, round: quote.rounds.length, lines, target: s.random.whole(100, 500), note: '' }
  },
  'quote.accept': (s: Sight): Payload<'quote.accept'> | undefined => {
    const quote = maybe(
      s,
      quotes(s, 'offered', 'accepted').filter((q) => offerOf(q)),
    )
    if (!quote) return undefined
    const lines = offerOf(quote)!.lines.map(({ variantId, num, price }) => ({ variantId, num, price: price! }))
    const { id, shopId, productId, currency } = quote
    return { id, round: quote.rounds.length, shopId, productId, currency, lines }
  },
  'quote.decline': (s: Sight): Payload<'quote.decline'> | undefined => {
    const quote = maybe(s, quotes(s, 'offered'))
    if (!quote) return undefined
    const whole = quote.drawn === undefined ? [quote] : quotes(s, 'offered').filter((q) => q.drawn === quote.drawn)
    const named = (whole.length > 0 ? whole : [quote]).map(({ id, rounds }) => ({
      id,
      round: Math.max(1, rounds.length),
    }))
    return { quotes: named, note: s.random.pick(['', 'Not this month']) }
  },
  'quote.close': (s: Sight): Payload<'quote.close'> | undefined => {
    const quote = maybe(s, quotes(s, 'open', 'offered'))
    return quote && { id: quote.id, round: quote.rounds.length }
  },
}

/** The same order with the agreed prices of those of its lines in the cart that have one. */
export function agreedOrder(
  s: Sight,
  p: Payload<'order.place'> | undefined,
): Payload<'order.submitAgreed'> | undefined {
  if (!p) return undefined
  const known = new Map(s.shown('quotes').map((q) => [q.id, q]))
  const inCart = new Map(s.shown('cartLines').map((l) => [`${l.shopId} ${noteKey(l)}`, l]))
  const named = p.lines.map((line) => {
    const quote = inCart.get(`${p.shopId} ${noteKey(line)}`)?.quote
    return { ...line, ...(quote !== undefined && { quote }) }
  })
  const prices = agreedPrices(named, (id) => known.get(id), 0)
  const lines = named.map((line) => ({ ...line, price: prices.get(noteKey(line)) ?? line.price }))
  const goodsNow = lines.reduce((sum, { num, price }) => sum + num * price, 0)
  // Tax is charged on the goods, at the same rate as before.
  const tax = p.goods === 0 ? 0 : Math.round((p.tax * goodsNow) / p.goods)
  const total = goodsNow + p.shipping + tax
  return { ...p, lines, goods: goodsNow, tax, total, rate: null, due: total }
}
