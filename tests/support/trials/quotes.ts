import type { Payload } from '#contract/registry.ts'
import type { OtherPerson } from '../life/other-person.ts'
import type { Trials } from './trial.ts'

type Name = 'quote.ask' | 'quote.counter' | 'quote.accept' | 'quote.close' | 'quote.decline'

const lines = [{ variantId: 0, num: 12 }]
const accepting = (o: OtherPerson): Payload<'quote.accept'> => ({
  id: o.quote,
  round: 2,
  shopId: o.shop.shopId,
  productId: o.shop.ids[1]!,
  currency: 'USD',
  lines: [{ variantId: 0, num: 12, price: 444 }],
})

/** The mutations' of prices that stores are asked for. */
export const quoteTrials: { [K in Name]: Trials<Payload<K>> } = {
  'quote.ask': [
    {
      tried: "a request under another's id",
      input: (o) => ({
        id: o.quote,
        shopId: o.shop.shopId,
        productId: o.shop.ids[1]!,
        currency: 'USD',
        lines,
        target: null,
        country: '',
        note: 'mine',
      }),
      answer: 'own',
    },
  ],
  'quote.counter': [
    {
      tried: "another's offer",
      input: (o) => ({ id: o.quote, round: 2, lines, target: 1, note: '' }),
      answer: 'notFound',
    },
  ],
  'quote.accept': [{ tried: "another's offer", input: accepting, answer: 'notFound' }],
  'quote.decline': [
    {
      tried: "another's offer",
      input: (o) => ({ quotes: [{ id: o.quote, round: 2 }], note: 'No' }),
      answer: 'notFound',
    },
  ],
  'quote.close': [{ tried: "another's offer", input: (o) => ({ id: o.quote, round: 2 }), answer: 'notFound' }],
}
