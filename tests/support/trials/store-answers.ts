import { randomUUID } from 'node:crypto'
import type { Payload } from '#contract/registry.ts'
import type { Trials } from './trial.ts'

type Name = 'store.least' | 'sheet.make' | 'sheet.end' | 'quote.offer' | 'quote.refuse' | 'quote.draw' | 'review.reply'

/** The mutations' of what a store answers, and of its least order. */
export const storeAnswerTrials: { [K in Name]: Trials<Payload<K>> } = {
  'store.least': [{ tried: 'for no store', input: () => ({ pieces: 1_000_000, amount: null }), answer: 'wrongOwner' }],
  'sheet.make': [
    {
      tried: 'for no store',
      input: () => ({ id: 'A'.repeat(24), title: 'Mine', goods: [randomUUID()], until: null }),
      answer: 'wrongOwner',
    },
  ],
  'sheet.end': [{ tried: 'for no store', input: () => ({ id: 'A'.repeat(24) }), answer: 'wrongOwner' }],
  'quote.offer': [
    {
      tried: "another's request",
      input: (o) => ({
        ...{ id: o.quote, round: 2, until: 4_000_000_000_000, note: '' },
        lines: [{ variantId: 0, num: 12, price: 1 }],
      }),
      answer: 'wrongOwner',
    },
  ],
  'quote.refuse': [
    { tried: "another's request", input: (o) => ({ id: o.quote, round: 2, note: '' }), answer: 'wrongOwner' },
  ],
  'quote.draw': [
    {
      tried: "for another store's buyer",
      input: (o) => ({
        ...{
          order: o.listId,
          of: { kind: 'request', id: o.quote },
          buyer: 'Robin',
          until: 4_000_000_000_000,
          note: '',
        },
        goods: [
          {
            ...{ id: o.listId, goods: o.listId, productId: o.shop.ids[1]!, currency: 'USD' },
            lines: [{ sku: '', num: 12, price: 1 }],
          },
        ],
      }),
      answer: 'wrongOwner',
    },
  ],
  'review.reply': [
    { tried: "another store's review", input: () => ({ id: 1, n: 1, text: 'Mine' }), answer: 'wrongOwner' },
  ],
}
