import { demoLogins } from '#server/db/seed/buyers.ts'
import type { TestMarket } from './market.ts'

// What the law of frozen contracts asks today's server, as devices of the released versions ask it.

export const demo = demoLogins[0]!
export const incarnation = 'frozen-device'
const NOBODY = '00000000-0000-4000-8000-000000000000'

/** A market with something in every table that a device reads, and what its calls name. */
export interface Scene {
  market: TestMarket
  uid: string
  token: string
  /** Of an operator with every right. */
  operator: string
  code: string
  product: number
  store: number
  order: string
}

/** What each call is asked with, as devices of the released versions ask; logging out comes last. */
export const asked: Record<string, (scene: Scene) => object> = {
  'catalogue.home': () => ({}),
  'catalogue.products': () => ({ sort: 'all' }),
  'catalogue.categories': () => ({}),
  'catalogue.rates': () => ({}),
  'catalogue.product': ({ product }) => ({ id: product }),
  'catalogue.details': ({ product }) => ({ ids: [product] }),
  'catalogue.reviews': ({ product }) => ({ id: product, filter: 'all' }),
  'catalogue.store': ({ store }) => ({ id: store }),
  'catalogue.stores': ({ store }) => ({ ids: [store] }),
  'catalogue.changes': () => ({}),
  'search.products': () => ({ query: 'a', sort: 'best' }),
  'search.stores': () => ({ query: 'Harbour' }),
  'area.read': () => ({}),
  'user.register': ({ code }) => ({ username: 'New', email: 'new@example.test', code, password: 'a long enough one' }),
  'user.emailCode': () => ({ email: 'other@example.test', event: 'register' }),
  'user.login': () => ({ email: demo.email, password: demo.password }),
  'user.profile': () => ({}),
  'user.index': () => ({}),
  'user.change': () => ({ username: 'Robin' }),
  'user.sessions': () => ({}),
  'user.endSession': () => ({ id: 'others' }),
  'user.identities': () => ({}),
  'wallet.heads': () => ({}),
  'wallet.postings': () => ({ asset: 'tUSDT', after: 0 }),
  'recharge.address': () => ({ network: 'tron' }),
  'recharge.list': () => ({}),
  'simulated.send': () => ({ network: 'tron', coin: 'USDT', to: 'nobody', amount: '1', later: 0 }),
  'user.endIdentity': () => ({ id: '00000000-0000-4000-8000-000000000000' }),
  'user.followedStores': () => ({}),
  'address.index': () => ({}),
  'order.pay': ({ order }) => ({ ids: [order], password: demo.password }),
  'sync.push': ({ uid, product }) => ({
    v: 1,
    uid,
    incarnation,
    now: 0,
    intents: [{ seq: 20, name: 'favourite.set', payload: { id: product, on: false }, createdAt: 0 }],
  }),
  'sync.pull': () => ({ cursor: '0', incarnation }),
  'sync.void': ({ uid }) => ({ uid, incarnation, seq: 900 }),
  'sync.adopt': ({ uid }) => ({ uid, incarnation, to: 'another-device', seqs: [1, 901] }),
  'sync.lost': ({ uid }) => ({ uid, incarnation, intents: [{ seq: 902, createdAt: 0 }] }),
  'catalogue.pack': ({ store }) => ({ id: store }),
  'search.facets': () => ({}),
  'search.codes': () => ({ codes: ['4006381333931'] }),
  'site.settings': () => ({}),
  'article.category': () => ({ ids: '1' }),
  'article.detail': () => ({ article_id: '1' }),
  'user.social': () => ({}),
  'user.export': () => ({}),
  'file.piece': ({ uid }) => ({ uid, id: 'a'.repeat(64), size: 10, at: 0, bytes: '' }),
  'merchant.index': () => ({}),
  'operator.state': () => ({}),
  'factor.state': () => ({}),
  'operator.applications': () => ({}),
  'operator.articles': () => ({}),
  'operator.article': () => ({ slug: 'none', language: 'en' }),
  'operator.groupSet': () => ({ slug: 'frozen', above: null, sort: 9, name: { en: 'Frozen' }, path: '/faqs' }),
  'operator.groupRemove': () => ({ slug: 'frozen' }),
  'operator.goods': () => ({ find: '' }),
  'operator.reviews': () => ({ find: '' }),
  'operator.categories': () => ({}),
  'operator.loans': () => ({}),
  'operator.disputes': () => ({}),
  'operator.audit': () => ({}),
  'operator.auditFile': () => ({ form: 'jsonl' }),
  'operator.people': () => ({ find: '' }),
  'operator.stores': () => ({ find: '' }),
  'operator.orders': () => ({ find: '' }),
  'operator.acts': () => ({}),
  'operator.talks': () => ({}),
  'operator.staff': () => ({}),
  'operator.site': () => ({}),
  'operator.siteSet': () => ({ name: 'web_name', value: 'Caravan' }),
  'operator.areaSet': () => ({ code: 'DE', open: true }),
  'operator.money': () => ({}),
  'operator.moneySet': () => ({ what: 'rate', currency: 'EUR', amount: '1.10' }),
  'operator.figures': () => ({ days: 7 }),
  'user.logout': () => ({}),
}
/** Lists that must hold something, or their rows would not have been tried. */
export const filled: Record<string, readonly string[]> = {
  'catalogue.home': ['daily', 'products', 'stores'],
  'catalogue.products': ['products', 'stores'],
  'catalogue.categories': ['categories'],
  'catalogue.rates': ['rates'],
  'catalogue.product': ['reviews', 'related'],
  'catalogue.details': ['details', 'stores'],
  'catalogue.reviews': ['reviews'],
  'search.products': ['products', 'categoryIds'],
  'search.stores': ['stores'],
  'user.sessions': ['sessions'],
  'user.endSession': ['sessions'],
  'wallet.heads': ['heads'],
  'wallet.postings': ['postings'],
  'user.followedStores': ['stores'],
  'address.index': ['addresses'],
  'area.read': ['areas'],
  'order.pay': ['rows'],
  'sync.push': ['results'],
  'sync.pull': ['changes', 'outcomes'],
  'sync.adopt': ['results'],
  'operator.people': ['people'],
  'operator.stores': ['stores'],
  'operator.orders': ['orders'],
  'operator.goods': ['goods'],
  'operator.categories': ['categories'],
  'operator.staff': ['staff'],
  'article.category': ['groups'],
  'catalogue.pack': ['ids'],
  'search.facets': ['facets'],
}

/** What one market alone cannot answer well, and why: it is refused here, in words that the device reads. */
export const refused: Readonly<Record<string, readonly [reason: string, input: object]>> = {
  'user.socialBegin': ['without a provider', {}],
  'user.loginSocial': ['without a provider', { ticket: 'x'.repeat(43), state: 's', code: 'c' }],
  'user.socialJoin': ['without a provider', { ticket: 'x'.repeat(43), password: 'their password' }],
  'user.resetPassword': [
    'without a code that was mailed',
    { email: demo.email, code: '123456', password: 'a new one' },
  ],
  'catalogue.sheet': ['a link that nobody gave', { id: 'A'.repeat(24) }],
  'operator.talk': ['no such conversation', { id: NOBODY }],
  'operator.answerTalk': ['no such conversation', { id: NOBODY, line: NOBODY, text: 'an answer' }],
  'user.delete': ['an order is open', { password: demo.password }],
  'file.upload': ['no picture', { file: 'AAAA' }],
  'store.day': ['no store of theirs', { store: NOBODY }],
  'operator.enter': ['a printed code is for once', { code: 'AAAAA-AAAAA' }],
  'user.answerInvitation': ['there is none', { store: '00000000-0000-4000-8000-000000000000', accept: true }],
  'factor.begin': ['not under this password', { password: 'their password' }],
  'factor.confirm': ['none was begun', { code: '123456' }],
  'factor.prove': ['there is none', { code: '123456' }],
  'factor.end': ['there is none', { code: '123456' }],
  'operator.application': ['nobody has applied', { id: NOBODY }],
  'operator.document': ['nobody has applied', { id: NOBODY, which: 'front' }],
  'operator.decideApplication': ['nobody has applied', { id: NOBODY, act: 'approve' }],
  'operator.articleSet': ['no such group', {}],
  'operator.articleRemove': ['no such article', { slug: 'none', language: null }],
  'operator.bar': ['no such product', {}],
  'operator.categorySet': ['no such category', {}],
  'operator.categoryRemove': ['no such category', { id: 2_000_000_000 }],
  'simulated.drop': ['no such transaction', { network: 'tron', txid: 'a'.repeat(64) }],
  'operator.answerLoan': ['nobody has applied', {}],
  'operator.decideDispute': ['there is none', {}],
  'operator.suspend': ['nobody of that name', { whom: 'nobody@example.test', reason: 'a reason' }],
  'operator.endFactor': ['nobody of that id', { person: NOBODY }],
  'operator.refund': ['no such order', { id: 'none' }],
  'operator.decide': ['nothing waits', { id: NOBODY, agree: true }],
  'operator.staffSet': ['nobody of that name', { email: 'nobody@example.test', rights: ['site'] }],
  'operator.tell': [
    'nobody of that name',
    { to: 'nobody@example.test', texts: [{ language: 'en', title: 'a', text: 'b' }] },
  ],
}
