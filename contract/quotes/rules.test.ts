import { describe, expect, it } from 'vitest'
import { agreedPrices, asksIn, stateAt, type QuotedParts } from './rules.ts'

const offer = { by: 'store', lines: [{ variantId: 0, num: 12, price: 450 }], until: 1000 }
const wish = { by: 'buyer', lines: [{ variantId: 0, num: 12, price: null }], until: null }
const quote = (over: Partial<QuotedParts> = {}): QuotedParts => ({
  productId: 7,
  currency: 'USD',
  state: 'accepted',
  rounds: [wish, offer],
  ...over,
})
const line = (num: number, more: object = {}) => ({ id: 7, variantId: 0, num, quote: 'q', ...more })
const prices = (q: QuotedParts, ...lines: ReturnType<typeof line>[]) =>
  agreedPrices(lines, (id) => (id === 'q' ? q : undefined), 999)

describe('a quote', () => {
  it('is over when its time is, also where nobody has said so yet', () => {
    expect(stateAt(quote(), 999)).toBe('accepted')
    expect(stateAt(quote(), 1000)).toBe('expired')
    expect(stateAt(quote({ state: 'offered' }), 1000)).toBe('expired')
    expect(stateAt(quote({ state: 'open', rounds: [wish, offer, wish] }), 2000)).toBe('open')
    expect(stateAt(quote({ state: 'declined' }), 2000)).toBe('declined')
  })

  it('counts how often the buyer has asked', () => {
    expect(asksIn(quote({ rounds: [wish, offer, wish] }))).toBe(2)
  })

  it('gives its price to lines of its own product with at least its pieces', () => {
    expect([...prices(quote(), line(12))]).toEqual([['7:0', 450]])
    expect([...prices(quote(), line(13))]).toEqual([['7:0', 450]])
    expect(prices(quote(), line(11)).size).toBe(0)
    expect(prices(quote(), line(12, { id: 8 })).size).toBe(0)
    expect(prices(quote(), line(12, { quote: undefined })).size).toBe(0)
    expect(prices(quote(), line(12, { quote: 'other' })).size).toBe(0)
  })

  it('gives none before it is accepted, or after something was said to its offer', () => {
    expect(prices(quote({ state: 'offered' }), line(12)).size).toBe(0)
    expect(prices(quote({ rounds: [wish, offer, wish] }), line(12)).size).toBe(0)
  })

  it('gives none to another choice than it names', () => {
    expect([...prices(quote(), line(12), line(12, { variantId: 3 }))]).toEqual([['7:0', 450]])
  })
})
