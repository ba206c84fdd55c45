import { describe, expect, it } from 'vitest'
import type { StoreQuote, StoreReview } from '#contract/stores/schema-answer-rows.ts'
import { answerGuesses } from './answers.ts'

const id = '0b8a6e0e-6f0c-4f7d-8a67-0c9e5b7a2d96'
const at = 5_000
const context = { key: id, at }
const lines = [{ variantId: 0, num: 100, price: 400 }]
const wish = { by: 'buyer' as const, at: 1, lines, until: null }

describe('a request that a store answers', () => {
  const quote = (more: Partial<StoreQuote> = {}): StoreQuote =>
    ({ id, state: 'open', rounds: [wish], note: '', said: 'sealed', by: 'somebody', at: 1, ...more }) as StoreQuote
  const offer = { id, round: 1, lines: [{ variantId: 0, num: 100, price: 450 }], until: 9_000, note: 'Ours' }
  const offers = (row: StoreQuote | null, round = 1) => answerGuesses['quote.offer'](row, { ...offer, round }, context)
  const refuses = (row: StoreQuote | null, round = 1) =>
    answerGuesses['quote.refuse'](row, { id, round, note: 'No' }, context)

  it('has the offer as its last round, or another one in its place; who made it the server says', () => {
    const offered = offers(quote())!
    expect(offered).toEqual({
      ...quote(),
      ...{ state: 'offered', note: 'Ours', by: null, at },
      rounds: [wish, { by: 'store', at, lines: offer.lines, until: 9_000 }],
    })
    expect(offers(offered as StoreQuote, 2)).toMatchObject({ state: 'offered', rounds: [{}, {}, { by: 'store' }] })
  })

  it('is over once it is declined', () => {
    expect(refuses(quote())).toEqual({ ...quote(), state: 'declined', note: 'No', by: null, at })
  })

  it('stays as it is where more was said than the member saw, or nothing can be said any more', () => {
    for (const state of ['accepted', 'declined', 'withdrawn', 'expired'] as const)
      for (const says of [offers, refuses]) expect(says(quote({ state }))).toEqual(quote({ state }))
    for (const says of [offers, refuses]) {
      expect(says(quote(), 2)).toEqual(quote())
      expect(says(null)).toBeNull()
    }
  })
})

describe('a review that a store replies to', () => {
  const review = (more: Partial<StoreReview> = {}): StoreReview =>
    ({ id: 7, reply: null, replies: 0, repliedAt: null, by: 'somebody', hidden: false, ...more }) as StoreReview
  const reply = (row: StoreReview | null, n: number, text: string) =>
    answerGuesses['review.reply'](row, { id: 7, n, text }, { key: '7', at })

  it('has the reply, the next one in its place, and none once it is taken away', () => {
    const first = reply(review(), 1, ' Thank you ') as StoreReview
    expect(first).toEqual(review({ reply: 'Thank you', replies: 1, repliedAt: at, by: null }))
    expect(reply(first, 2, '  ')).toMatchObject({ reply: null, replies: 2 })
  })

  it('stays as it is where somebody has replied meanwhile, or it is hidden', () => {
    const other = review({ reply: 'Theirs', replies: 1 })
    expect(reply(other, 1, 'Mine')).toEqual(other)
    expect(reply(other, 3, 'Mine')).toEqual(other)
    expect(reply(review({ hidden: true }), 1, 'Mine')).toEqual(review({ hidden: true }))
    expect(reply(null, 1, 'Mine')).toBeNull()
  })
})

describe('an order that a store draws up', () => {
  const other = '0b8a6e0e-6f0c-4f7d-8a67-0c9e5b7a2d97'
  const payload = {
    ...{
      order: other,
      of: { kind: 'sale' as const, id: '1' },
      buyer: 'sealed name',
      until: 9_000,
      note: 'sealed note',
    },
    goods: [
      { id, goods: id, productId: 7, currency: 'USD', lines: [{ sku: '', num: 12, price: 400 }] },
      { id: other, goods: other, productId: 8, currency: 'USD', lines: [{ sku: 'RED', num: 5, price: 300 }] },
    ],
  }
  const draws = (key: string, row: StoreQuote | null = null) => answerGuesses['quote.draw'](row, payload, { key, at })

  it('is an offer of each product; what is sealed is with the first, to whose row it is bound', () => {
    expect(draws(id)).toMatchObject({
      ...{ id, productId: 7, state: 'offered', drawn: other, buyer: 'sealed name', note: 'sealed note', choices: [] },
      rounds: [{ by: 'store', at, lines: [{ variantId: 0, num: 12, price: 400 }], until: 9_000 }],
    })
    expect(draws(other)).toMatchObject({
      ...{ id: other, buyer: '', note: '', choices: [{ variantId: 1, sku: 'RED' }] },
      rounds: [{ lines: [{ variantId: 1, num: 5, price: 300 }] }],
    })
  })

  it('stays as the server has it once it does', () => {
    const row = { id, state: 'accepted' } as StoreQuote
    expect(draws(id, row)).toBe(row)
  })
})
