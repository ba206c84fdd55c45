import { randomUUID } from 'node:crypto'
import type { Payload, StoreMutationName } from '#contract/registry.ts'
import { blankGoods } from '#contract/products/rules.ts'
import { storeAnswerTrials } from './store-answers.ts'
import type { Trials } from './trial.ts'

const goodsFields = { ...blankGoods(1, 'USD'), title: { en: 'Cup' }, ladder: [{ from: 1, price: 500 }] }

/** The mutations' of a store: nobody who is no member of it. */
export const storeTrials: { [K in StoreMutationName]: Trials<Payload<K>> } = {
  'store.notice': [{ tried: 'for no store', input: () => ({ announcement: 'Closed for ever' }), answer: 'wrongOwner' }],
  'store.terms': [{ tried: 'for no store', input: () => ({ shipping: 0 }), answer: 'wrongOwner' }],
  'store.close': [{ tried: 'for no store', input: () => ({ on: true }), answer: 'wrongOwner' }],
  'store.rename': [{ tried: 'for no store', input: () => ({ name: 'Mine now' }), answer: 'wrongOwner' }],
  'store.profile': [{ tried: 'for no store', input: () => ({ description: { en: 'Mine' } }), answer: 'wrongOwner' }],
  'store.currency': [{ tried: 'for no store', input: () => ({ currency: 'EUR' }), answer: 'wrongOwner' }],
  'store.zone': [
    {
      tried: 'for no store',
      input: (o) => ({ id: o.listId, make: true, countries: { '*': true } }),
      answer: 'wrongOwner',
    },
  ],
  'store.zoneEnd': [{ tried: 'for no store', input: (o) => ({ id: o.listId }), answer: 'wrongOwner' }],
  'store.taxes': [{ tried: 'for no store', input: () => ({ taxes: { EG: null } }), answer: 'wrongOwner' }],
  'store.legal': [{ tried: 'for no store', input: () => ({ taxNumber: 'MINE 1' }), answer: 'wrongOwner' }],
  ...storeAnswerTrials,
  'goods.put': [
    {
      tried: 'for no store',
      input: (o) => ({ id: o.listId, fields: goodsFields, stock: 1, stocks: {}, listed: true }),
      answer: 'wrongOwner',
    },
  ],
  'goods.edit': [
    {
      tried: "another's price",
      input: (o) => ({ id: o.listId, from: { ladder: [] }, to: { ladder: [{ from: 1, price: 1 }] } }),
      answer: 'wrongOwner',
    },
  ],
  'goods.stock': [{ tried: "another's stock", input: (o) => ({ id: o.listId, sku: '', by: 5 }), answer: 'wrongOwner' }],
  'goods.count': [
    { tried: "another's stock", input: (o) => ({ id: o.listId, sku: '', num: 5, at: 0 }), answer: 'wrongOwner' },
  ],
  'goods.show': [{ tried: "another's product", input: (o) => ({ id: o.listId, on: false }), answer: 'wrongOwner' }],
  'goods.del': [{ tried: "another's product", input: (o) => ({ id: o.listId }), answer: 'wrongOwner' }],
  'sale.ship': [
    {
      tried: "another's paid order",
      input: (o) => ({
        ...{ id: o.paid, parcel: 1, carrier: '', tracking: '' },
        lines: [{ id: o.shop.ids[0]!, variantId: 0, num: 1 }],
      }),
      answer: 'wrongOwner',
    },
  ],
  'sale.answer': [
    {
      tried: "a problem with another's order",
      input: (o) => ({
        ...{ id: o.shipped, report: randomUUID(), say: 'decline' as const },
        ...{ carrier: '', tracking: '', words: 'No' },
      }),
      answer: 'wrongOwner',
    },
  ],
  'sale.offer': [
    {
      tried: "a problem with another's order",
      input: (o) => ({ id: o.shipped, report: randomUUID(), amount: 1, words: '' }),
      answer: 'wrongOwner',
    },
  ],
  'sale.refundPart': [
    {
      tried: "another's parcel",
      input: (o) => ({ id: o.paid, refund: 1, parcel: 1, amount: 1, words: 'x' }),
      answer: 'wrongOwner',
    },
  ],
  'sale.refund': [
    {
      tried: "another's paid order",
      input: (o) => ({ id: o.paid, what: 'all', amount: 500 }),
      answer: 'wrongOwner',
    },
  ],
  'talk.answer': [
    {
      tried: "another's conversation",
      input: (o) => ({ id: randomUUID(), talk: o.talk, text: 'Yes', pictures: [] }),
      answer: 'wrongOwner',
    },
  ],
  'talk.seen': [{ tried: "another's conversation", input: (o) => ({ id: o.talk, upTo: 1 }), answer: 'wrongOwner' }],
  'member.add': [
    {
      tried: 'for no store',
      input: (o) => ({ id: o.listId, code: 'ABCD123456', role: 'owner' }),
      answer: 'wrongOwner',
    },
  ],
  'member.end': [{ tried: 'another of no store', input: (o) => ({ id: o.uid }), answer: 'wrongOwner' }],
  'member.leave': [{ tried: 'another of no store', input: (o) => ({ id: o.uid }), answer: 'wrongOwner' }],
}
