import { randomUUID } from 'node:crypto'
import type { MutationName, Payload } from '#contract/registry.ts'
import { applying } from '../market/applying.ts'
import { messageTrials } from './messages.ts'
import { quoteTrials } from './quotes.ts'
import { storeTrials } from './store.ts'
import type { OtherPerson } from '../life/other-person.ts'
import type { Trial } from './trial.ts'

// How each mutation is tried with what is another's, as the endpoints are in trials.ts.

type Trials<I> = readonly [Trial<I>, ...Trial<I>[]]

const line = ({ shop }: OtherPerson) => ({ id: shop.ids[2]!, shopId: shop.shopId, variantId: 0 })

/** The mutations'. */
export const mutationTrials: { [K in MutationName]: Trials<Payload<K>> } = {
  'favourite.set': [
    { tried: "another's favourite off", input: (o) => ({ id: o.shop.ids[1]!, on: false }), answer: 'own' },
  ],
  'favourite.clear': [{ tried: "another's favourites", input: (o) => ({ ids: o.shop.ids }), answer: 'own' }],
  'follow.set': [{ tried: "another's store off", input: (o) => ({ id: o.shop.shopId, on: false }), answer: 'own' }],
  'cart.add': [
    {
      tried: "goods in another's cart",
      input: (o) => ({ ...line(o), num: 1, price: 500, currency: 'USD' }),
      answer: 'own',
    },
  ],
  'cart.set': [{ tried: "another's line to none", input: (o) => ({ ...line(o), from: 7, to: 0 }), answer: 'own' }],
  'cart.tick': [{ tried: "another's line unticked", input: (o) => ({ ...line(o), on: false }), answer: 'own' }],
  'cart.later': [{ tried: "another's line put aside", input: (o) => ({ ...line(o), on: true }), answer: 'own' }],
  'cart.clear': [{ tried: "another's lines", input: (o) => ({ lines: [{ ...line(o), num: 7 }] }), answer: 'own' }],
  'list.put': [
    { tried: "another's list under a new name", input: (o) => ({ id: o.listId, name: 'Theirs' }), answer: 'own' },
  ],
  'list.set': [
    {
      tried: "a line of another's list",
      input: (o) => ({ ...line(o), listId: o.listId, from: 0, to: 4 }),
      answer: 'listGone',
    },
  ],
  'list.del': [{ tried: "another's list", input: (o) => ({ id: o.listId }), answer: 'own' }],
  ...storeTrials,
  'address.put': [
    {
      tried: "one field of another's address",
      input: (o) => ({ id: o.addressId, patch: { recipient: 'Thief' }, baseRev: 999_999 }),
      answer: 'addressIncomplete',
    },
    {
      tried: "an address under another's id",
      answer: 'own',
      input: (o) => ({
        id: o.addressId,
        patch: {
          country: 'DE',
          province: 'DE-BE',
          city: 'Berlin',
          detail: 'Torstraße 2',
          zip: '10119',
          recipient: 'Thief',
          mobile: '+4930123456',
        },
        baseRev: 999_999,
      }),
    },
  ],
  'address.del': [{ tried: "another's address", input: (o) => ({ id: o.addressId }), answer: 'own' }],
  'address.default': [{ tried: "another's address", input: (o) => ({ id: o.addressId }), answer: 'addressGone' }],
  'avatar.set': [{ tried: "another's file", input: (o) => ({ file: o.file }), answer: 'fileMissing' }],
  'billing.set': [
    {
      tried: 'over what another’s invoices say',
      input: () => ({ company: 'Thief Ltd', taxNumber: '', address: '' }),
      answer: 'own',
    },
  ],
  'recharge.claim': [
    {
      tried: "another's transaction",
      input: (o) => ({ network: 'tron', asset: 'tUSDT', txid: o.txid, amount: '1', pictures: [] }),
      answer: 'own',
    },
    {
      tried: "another's file",
      input: (o) => ({ network: 'tron', asset: 'tUSDT', txid: 'b'.repeat(64), amount: '1', pictures: [o.file] }),
      answer: 'fileMissing',
    },
  ],
  'loan.withdraw': [{ tried: "another's application", input: (o) => ({ id: o.loan }), answer: 'notFound' }],
  'loan.answer': [
    {
      tried: "another's application",
      input: (o) => ({ id: o.loan, offerAt: 1, accept: true }),
      answer: 'notFound',
    },
  ],
  'loan.apply': [
    {
      tried: "an application under another's id",
      input: (o) => ({
        ...{ id: o.loan, amount: 60_000, currency: 'USD', months: 6, rate: 850 },
        ...{ purpose: 'More shelves', mobile: '+4930123456', name: 'Thief' },
      }),
      answer: 'own',
    },
  ],
  'merchant.apply': [
    {
      tried: "another's picture as one's own document",
      input: (o) => applying({ logo: o.file, front: 'b'.repeat(64), back: 'c'.repeat(64), holding: 'd'.repeat(64) }),
      answer: 'fileMissing',
    },
  ],
  ...messageTrials,
  ...quoteTrials,
  'order.place': [
    {
      tried: "to another's address",
      input: (o, me) => ({ ...me.place, addressId: o.addressId }),
      answer: 'addressGone',
    },
    {
      tried: "under another's order id",
      input: (o, me) => ({ ...me.place, clientOrderId: o.checkout }),
      answer: 'idReused',
    },
  ],
  'order.buy': [
    {
      tried: "to another's address",
      input: (o, me) => ({ ...me.place, rate: null, due: me.place.total, addressId: o.addressId }),
      answer: 'addressGone',
    },
    {
      tried: "under another's order id",
      input: (o, me) => ({ ...me.place, rate: null, due: me.place.total, clientOrderId: o.checkout }),
      answer: 'idReused',
    },
  ],
  'order.submit': [
    {
      tried: "to another's address",
      input: (o, me) => ({ ...me.place, rate: null, due: me.place.total, addressId: o.addressId }),
      answer: 'addressGone',
    },
    {
      tried: "under another's order id",
      input: (o, me) => ({ ...me.place, rate: null, due: me.place.total, clientOrderId: o.checkout }),
      answer: 'idReused',
    },
  ],
  'order.ask': [
    {
      tried: "to another's address",
      input: (o, me) => ({ ...me.place, addressId: o.addressId }),
      answer: 'addressGone',
    },
  ],
  'order.submitAgreed': [
    {
      tried: "at another's agreed price",
      input: (o, me) => ({
        ...me.place,
        lines: me.place.lines.map((l) => ({ ...l, price: 1, quote: o.quote })),
        goods: 1,
        total: 1,
        rate: null,
        due: 1,
      }),
      answer: 'quoteOver',
    },
  ],
  'order.askAgreed': [
    {
      tried: "to another's address",
      input: (o, me) => ({ ...me.place, addressId: o.addressId }),
      answer: 'addressGone',
    },
  ],
  'order.cancel': [
    { tried: "another's unpaid order", input: (o) => ({ id: o.unpaid }), answer: 'orderGone' },
    { tried: "another's paid order", input: (o) => ({ id: o.paid }), answer: 'orderGone' },
  ],
  'review.write': [
    {
      tried: "another's shipped order",
      input: (o) => ({
        orderId: o.shipped,
        productId: o.shop.ids[0]!,
        rating: 1,
        text: '',
        language: 'en',
        pictures: [o.file],
      }),
      answer: 'orderGone',
    },
  ],
  'review.delete': [
    {
      tried: "a review of another's",
      input: (o) => ({ orderId: o.shipped, productId: o.shop.ids[0]! }),
      answer: 'notFound',
    },
  ],
  'order.receiveParcel': [
    {
      tried: "a parcel of another's order",
      input: (o) => ({ id: o.shipped, parcel: 1, amount: 500 }),
      answer: 'orderGone',
    },
  ],
  'order.report': [
    {
      tried: "a problem with another's order",
      input: (o) => ({
        id: o.shipped,
        report: randomUUID(),
        parcel: 1,
        line: { id: o.shop.ids[0]!, variantId: 0, num: 1 },
        problem: 'damaged',
        wish: 'refund',
        text: 'Broken',
        pictures: [o.file],
      }),
      answer: 'orderGone',
    },
  ],
  'order.reply': [
    {
      tried: "a report of another's order",
      input: (o) => ({ id: o.shipped, report: randomUUID(), reply: 'accept', offer: 0 }),
      answer: 'orderGone',
    },
  ],
  'order.receive': [{ tried: "another's shipped order", input: (o) => ({ id: o.shipped }), answer: 'orderGone' }],
}
