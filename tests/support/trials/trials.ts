import { randomUUID } from 'node:crypto'
import type { EndpointName, Input } from '#contract/registry.ts'
import { accountTrials } from './account.ts'
import { CONTRACT_TEXT, signing } from '../market/applying.ts'
import { operatorTrials } from './operator.ts'
import { nobody, own, type Trials } from './trial.ts'

// How each call is tried with what is another's. Forced by type: an endpoint or a mutation without its
// trial does not compile.

/** A withdrawal of the least amount. */
const withdrawing = {
  network: 'tron',
  asset: 'tUSDT',
  address: 'test-tron-00112233445566778899',
  amount: '5000000',
  fee: '1500000',
} as const

/** The endpoints'. */
export const endpointTrials: { [K in EndpointName]: Trials<Input<K>> } = {
  ...accountTrials,
  ...operatorTrials,
  'user.followedStores': [own({})],
  'wallet.heads': [own({})],
  'wallet.postings': [own({ asset: 'tUSDT', after: 0 })],
  'withdraw.ask': [
    {
      tried: "another's withdrawal as one's own",
      input: (o, me) => ({ ...withdrawing, id: o.withdrawal, password: me.password }),
      answer: 'idReused',
    },
  ],
  'withdraw.cancel': [{ tried: "another's withdrawal", input: (o) => ({ id: o.withdrawal }), answer: 'notFound' }],
  'withdraw.stop': [
    {
      tried: "another's withdrawal by a wrong token",
      input: (o) => ({ id: o.withdrawal, token: 'A'.repeat(43) }),
      answer: 'notFound',
    },
  ],
  'recharge.address': [own({ network: 'tron' })],
  'recharge.list': [own({})],
  'mail.bounces': [
    {
      tried: "another's address, without the secret",
      input: (o) => ({ bounces: [{ address: o.email, at: 0, status: '5.1.1' }] }),
      answer: 'unknownCall',
    },
  ],
  'simulated.send': [
    own({ network: 'tron', coin: 'USDT', to: 'test-tron-nobody', amount: '1', later: 0 }, 'names nothing of anybody'),
  ],
  'simulated.drop': [
    { tried: "another's transaction", input: (o) => ({ network: 'tron', txid: o.txid }), answer: 'notFound' },
  ],
  'store.day': [{ tried: 'that of no store of theirs', input: () => ({ store: randomUUID() }), answer: 'wrongOwner' }],
  'catalogue.home': [own({})],
  'catalogue.products': [
    { tried: "goods in another's cart", input: (o) => ({ ids: o.shop.ids, sort: 'all' }), answer: 'own' },
  ],
  'search.facets': [own({})],
  'catalogue.categories': [own({})],
  'catalogue.rates': [own({})],
  'catalogue.product': [{ tried: "goods in another's cart", input: (o) => ({ id: o.shop.ids[2]! }), answer: 'own' }],
  'catalogue.details': [{ tried: "goods in another's cart", input: (o) => ({ ids: o.shop.ids }), answer: 'own' }],
  'catalogue.pack': [{ tried: 'a store followed', input: (o) => ({ id: o.shop.shopId }), answer: 'own' }],
  'catalogue.sheet': [{ tried: 'a link that nobody gave', input: () => ({ id: 'A'.repeat(24) }), answer: 'sheetGone' }],
  'search.codes': [own({ codes: ['C0001-1', '4006381333931'] }, 'names nothing of anybody')],
  'catalogue.reviews': [
    { tried: "goods of another's order", input: (o) => ({ id: o.shop.ids[0]!, filter: 'all' }), answer: 'own' },
  ],
  'catalogue.store': [
    { tried: 'the store that another follows', input: (o) => ({ id: o.shop.shopId }), answer: 'own' },
  ],
  'catalogue.stores': [
    { tried: 'the store that another follows', input: (o) => ({ ids: [o.shop.shopId] }), answer: 'own' },
  ],
  'catalogue.changes': [own({ cursor: '0' })],
  'site.settings': [own({})],
  'article.category': [
    own({ ids: '1,2' }),
    { tried: 'a group that is not there', input: () => ({ ids: '999' }), answer: 'notFound' },
  ],
  'article.detail': [
    { tried: 'an article that is not there', input: () => ({ article_id: '999' }), answer: 'notFound' },
  ],
  'search.products': [
    { tried: "another's email as a text", input: (o) => ({ query: o.email, sort: 'best' }), answer: 'own' },
  ],
  'search.stores': [{ tried: "another's email as a text", input: (o) => ({ query: o.email }), answer: 'own' }],
  'address.index': [own({})],
  'area.read': [own({})],
  'file.piece': [
    {
      tried: "another's uid",
      input: (o) => ({ uid: o.uid, id: o.file, size: 10, at: 0, bytes: '' }),
      answer: 'wrongOwner',
    },
    {
      tried: "another's file as one's own",
      input: (o, me) => ({ uid: me.uid, id: o.file, size: 10, at: 0, bytes: '' }),
      answer: 'own',
      answered: { have: 0, here: false },
    },
  ],
  'file.upload': [{ tried: nobody, input: () => ({ file: 'AAAA' }), answer: 'notAPicture' }],
  'merchant.index': [own({})],
  'merchant.contract': [own({})],
  // Another's is tried by contract.test.ts.
  'merchant.sign': [
    {
      tried: 'for an application of nobody',
      input: () => ({ id: randomUUID(), ...signing({ version: 1, language: 'en', text: CONTRACT_TEXT }) }),
      answer: 'notFound',
    },
  ],
  'order.payQuote': [{ tried: "another's order", input: (o) => ({ ids: [o.unpaid] }), answer: 'orderGone' }],
  'order.pay': [
    {
      tried: "another's unpaid order",
      input: (o, me) => ({ ids: [o.unpaid], password: me.password }),
      answer: 'orderGone',
    },
    {
      tried: "an own order and another's",
      input: (o, me) => ({ ids: [me.order, o.unpaid], password: me.password }),
      answer: 'orderGone',
    },
    {
      tried: "another's paid order",
      input: (o, me) => ({ ids: [o.paid], password: me.password }),
      answer: 'orderGone',
    },
  ],
  'sync.push': [
    {
      tried: "another's uid",
      input: (o) => ({
        v: 1,
        uid: o.uid,
        incarnation: o.incarnation,
        now: 0,
        intents: [{ seq: 900, name: 'order.cancel', payload: { id: o.paid }, createdAt: 0 }],
      }),
      answer: 'wrongOwner',
    },
  ],
  'sync.pull': [
    {
      tried: "another's incarnation",
      input: (o, me) => ({ uid: me.uid, cursor: '0', incarnation: o.incarnation }),
      answer: 'own',
      answered: { outcomes: [] },
    },
    { tried: "another's uid", input: (o) => ({ uid: o.uid, cursor: '0' }), answer: 'wrongOwner' },
  ],
  'sync.void': [
    {
      tried: "another's uid",
      input: (o) => ({ uid: o.uid, incarnation: o.incarnation, seq: 901 }),
      answer: 'wrongOwner',
    },
    {
      tried: "another's intent as one's own",
      input: (o, me) => ({ uid: me.uid, incarnation: o.incarnation, seq: 1 }),
      answer: 'own',
    },
  ],
  'sync.lost': [
    {
      tried: "another's uid",
      input: (o) => ({ uid: o.uid, incarnation: o.incarnation, intents: [{ seq: 1, createdAt: 0 }] }),
      answer: 'wrongOwner',
    },
    {
      tried: "another's intents as one's own",
      input: (o, me) => ({ uid: me.uid, incarnation: o.incarnation, intents: [{ seq: 1, createdAt: 0 }] }),
      answer: 'own',
      answered: { lost: [1] },
    },
  ],
  'sync.adopt': [
    {
      tried: "another's uid",
      input: (o) => ({ uid: o.uid, incarnation: o.incarnation, to: 'an-intruder', seqs: [902] }),
      answer: 'wrongOwner',
    },
    {
      tried: "another's intents as one's own",
      input: (o, me) => ({ uid: me.uid, incarnation: o.incarnation, to: 'an-intruder', seqs: [1, 903] }),
      answer: 'own',
    },
  ],
}
