import type { Payload } from '#contract/registry.ts'
import { own, type Trials } from './trial.ts'

type Name = 'message.read' | 'message.mute' | 'watch.set' | 'talk.send' | 'talk.show' | 'talk.read'

/** The mutations' of what a person is told, waits for and talks about. */
export const messageTrials: { [K in Name]: Trials<Payload<K>> } = {
  'message.read': [{ tried: "another's message", input: (o) => ({ ids: [o.message], on: true }), answer: 'own' }],
  'message.mute': [own({ topic: 'news', on: true })],
  'watch.set': [
    {
      tried: 'what another waits for, off',
      input: (o) => ({
        what: 'price' as const,
        id: o.shop.ids[1]!,
        variantId: 0,
        price: 1,
        currency: 'USD',
        area: '',
        on: false,
      }),
      answer: 'own',
    },
  ],
  'talk.show': [
    {
      tried: "another's picture",
      input: (o) => ({ id: o.talk, talk: o.talk, to: o.shop.shopId, subject: null, text: '', pictures: [o.file] }),
      answer: 'fileMissing',
    },
  ],
  'talk.send': [
    {
      tried: "into another's conversation",
      input: (o) => ({ id: o.talk, talk: o.talk, to: o.shop.shopId, subject: null, text: 'Who is there?' }),
      answer: 'own',
    },
    {
      tried: "about another's order",
      input: (o) => ({
        id: o.talk,
        talk: '00000000-0000-4000-8000-00000000aaaa',
        to: o.shop.shopId,
        subject: { kind: 'order' as const, id: o.paid },
        text: 'Where is it?',
      }),
      answer: 'invalid',
    },
  ],
  'talk.read': [{ tried: "another's conversation", input: (o) => ({ id: o.talk, upTo: 1 }), answer: 'own' }],
}
