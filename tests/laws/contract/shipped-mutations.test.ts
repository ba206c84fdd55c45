import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { mutations } from '#contract/mutations.ts'
import { shippedAnswers } from '../../support/shipped/answers.ts'
import { shippedQuotes } from '../../support/shipped/quotes.ts'
import { shippedTalks } from '../../support/shipped/talks.ts'
import { sent } from '../../support/shipped/sent-payloads.ts'
import { shippedOfParcels } from '../../support/shipped/parcels.ts'
import { shippedMembers } from '../../support/shipped/members.ts'
import { shippedGoods } from '../../support/shipped/goods.ts'
import { shippedRecharges } from '../../support/shipped/recharges.ts'
import { shippedSales } from '../../support/shipped/sales.ts'

// Law 6: a mutation's name and payload, once shipped, are never removed or reshaped; an old intent may
// wait on a device for months. This list is written by hand and append-only: a change here that is not a
// new line breaks somebody's queue. A new shape is a new name.
const shipped: Record<string, { path: string; guest: boolean; payload: unknown }> = {
  'favourite.set': { path: '/api/collect/set', guest: true, payload: { id: 'integer', on: 'boolean' } },
  'favourite.clear': { path: '/api/collect/clear', guest: true, payload: { ids: ['integer'] } },
  'follow.set': { path: '/api/user/followers', guest: true, payload: { id: 'integer', on: 'boolean' } },
  'cart.add': {
    path: '/api/cart/add',
    guest: true,
    payload: {
      id: 'integer',
      shopId: 'integer',
      variantId: 'integer',
      num: 'integer',
      price: 'integer',
      currency: 'string',
    },
  },
  'cart.set': {
    path: '/api/cart/set',
    guest: true,
    payload: { id: 'integer', shopId: 'integer', variantId: 'integer', from: 'integer', to: 'integer' },
  },
  'cart.tick': {
    path: '/api/cart/tick',
    guest: true,
    payload: { id: 'integer', shopId: 'integer', variantId: 'integer', on: 'boolean' },
  },
  'cart.later': {
    path: '/api/cart/later',
    guest: true,
    payload: { id: 'integer', shopId: 'integer', variantId: 'integer', on: 'boolean' },
  },
  'cart.clear': {
    path: '/api/cart/clear',
    guest: true,
    payload: { lines: [{ id: 'integer', shopId: 'integer', variantId: 'integer', num: 'integer' }] },
  },
  'store.terms': {
    path: '/api/store/terms',
    guest: false,
    payload: {
      'shipping?': 'integer',
      'taxBasisPoints?': 'integer',
      'days?': { '*': [{ least: 'integer', most: 'integer' }, 'null'] },
    },
  },
  ...shippedGoods,
  ...shippedSales,
  ...shippedAnswers,
  ...shippedMembers,
  'list.put': { path: '/api/list/put', guest: true, payload: { id: 'string', name: 'string' } },
  'list.del': { path: '/api/list/del', guest: true, payload: { id: 'string' } },
  'list.set': {
    path: '/api/list/set',
    guest: true,
    payload: {
      listId: 'string',
      id: 'integer',
      shopId: 'integer',
      variantId: 'integer',
      from: 'integer',
      to: 'integer',
    },
  },
  ...shippedQuotes,
  'address.put': {
    path: '/api/aera/addEdit',
    guest: false,
    payload: {
      id: 'string',
      baseRev: 'integer',
      patch: {
        'country?': 'string',
        'province?': 'string',
        'city?': 'string',
        'detail?': 'string',
        'zip?': 'string',
        'recipient?': 'string',
        'mobile?': 'string',
      },
    },
  },
  'address.del': { path: '/api/aera/del', guest: false, payload: { id: 'string' } },
  'address.default': { path: '/api/aera/default', guest: false, payload: { id: ['string', 'null'] } },
  'avatar.set': { path: '/api/user/avatar', guest: false, payload: { file: ['string', 'null'] } },
  ...shippedRecharges,
  'loan.apply': {
    path: '/api/loan/apply',
    guest: false,
    payload: {
      id: 'string',
      amount: 'integer',
      currency: 'string',
      months: 'integer',
      rate: 'integer',
      purpose: 'string',
      mobile: 'string',
      name: 'string',
    },
  },
  'loan.withdraw': { path: '/api/loan/withdraw', guest: false, payload: { id: 'string' } },
  'loan.answer': {
    path: '/api/loan/answer',
    guest: false,
    payload: { id: 'string', offerAt: 'integer', accept: 'boolean' },
  },
  'merchant.apply': {
    path: '/api/merchant/reg',
    guest: false,
    payload: {
      id: 'string',
      storeName: 'string',
      realName: 'string',
      documentNumber: ['string', 'null'],
      pictures: {
        logo: ['string', 'null'],
        front: ['string', 'null'],
        back: ['string', 'null'],
        holding: ['string', 'null'],
      },
      code: 'string',
      agreed: [true],
      // Its language was one of three; any is taken since a market may write its contract in more.
      contract: [{ version: 'integer', language: 'string', text: 'string', signedAt: 'integer' }, 'null'],
      strokes: 'string',
    },
  },
  'message.read': { path: '/api/message/read', guest: false, payload: { ids: ['integer'], on: 'boolean' } },
  'message.mute': { path: '/api/message/mute', guest: false, payload: { topic: 'string', on: 'boolean' } },
  'watch.set': {
    path: '/api/watch/set',
    guest: true,
    payload: {
      what: ['price', 'stock', 'currency', 'area'],
      id: 'integer',
      variantId: 'integer',
      price: ['integer', 'null'],
      currency: 'string',
      area: 'string',
      on: 'boolean',
    },
  },
  ...shippedTalks,
  'order.place': {
    path: '/api/order/place',
    guest: false,
    payload: {
      clientOrderId: 'string',
      shopId: 'integer',
      addressId: 'string',
      currency: 'string',
      lines: [{ id: 'integer', variantId: 'integer', num: 'integer', price: 'integer' }],
      goods: 'integer',
      shipping: 'integer',
      tax: 'integer',
      total: 'integer',
      remark: 'string',
    },
  },
  'order.buy': {
    path: '/api/order/buy',
    guest: false,
    payload: {
      clientOrderId: 'string',
      shopId: 'integer',
      addressId: 'string',
      currency: 'string',
      lines: [{ id: 'integer', variantId: 'integer', num: 'integer', price: 'integer' }],
      goods: 'integer',
      shipping: 'integer',
      tax: 'integer',
      total: 'integer',
      remark: 'string',
      rate: [{ id: 'integer', currency: 'string', numerator: 'integer', denominator: 'integer', at: 'number' }, 'null'],
      due: 'integer',
    },
  },
  'order.submit': {
    path: '/api/order/submit',
    guest: false,
    payload: {
      clientOrderId: 'string',
      shopId: 'integer',
      addressId: 'string',
      currency: 'string',
      lines: [{ id: 'integer', variantId: 'integer', num: 'integer', price: 'integer' }],
      goods: 'integer',
      shipping: 'integer',
      tax: 'integer',
      total: 'integer',
      remark: 'string',
      rate: [{ id: 'integer', currency: 'string', numerator: 'integer', denominator: 'integer', at: 'number' }, 'null'],
      due: 'integer',
      'notes?': 'string',
      'poNumber?': 'string',
    },
  },
  'order.ask': {
    path: '/api/order/ask',
    guest: false,
    payload: {
      clientOrderId: 'string',
      shopId: 'integer',
      addressId: 'string',
      currency: 'string',
      lines: [{ id: 'integer', variantId: 'integer', num: 'integer', price: 'integer' }],
      remark: 'string',
      'notes?': 'string',
      'poNumber?': 'string',
    },
  },
  'order.cancel': { path: '/api/order/cancel', guest: false, payload: { id: 'string' } },
  'order.receive': { path: '/api/order/receive', guest: false, payload: { id: 'string' } },
  ...shippedOfParcels,
  'review.write': {
    path: '/api/order/review',
    guest: false,
    payload: {
      orderId: 'string',
      productId: 'integer',
      rating: 'integer',
      text: 'string',
      language: ['en', 'zh', 'ar'],
      pictures: ['string'],
    },
  },
  'review.delete': {
    path: '/api/order/review_del',
    guest: false,
    payload: { orderId: 'string', productId: 'integer' },
  },
}

interface JsonSchema {
  type?: string
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  anyOf?: JsonSchema[]
  enum?: unknown[]
  const?: unknown
  additionalProperties?: JsonSchema | boolean
}

/**
 * A schema's shape in few words: fields, their types, and a question mark on those that may be absent; under a star
 * what stands under any key.
 */
function shape(schema: JsonSchema): unknown {
  if (schema.anyOf) return schema.anyOf.map(shape)
  if (schema.enum) return schema.enum
  if (schema.const !== undefined) return [schema.const]
  if (schema.type === 'array') return [shape(schema.items!)]
  if (schema.type !== 'object') return schema.type
  const { additionalProperties: others } = schema
  if (!schema.properties) return { '*': shape(others as JsonSchema) }
  return Object.fromEntries(
    Object.entries(schema.properties!).map(([key, value]) => [
      schema.required?.includes(key) ? key : `${key}?`,
      shape(value),
    ]),
  )
}

describe('shipped mutations (law 6)', () => {
  it('are all there, under their names, with their payloads', () => {
    const present = Object.fromEntries(
      Object.entries(mutations).map(([name, m]) => [
        name,
        { path: m.path, guest: m.guest, payload: shape(z.toJSONSchema(m.payload) as JsonSchema) },
      ]),
    )
    expect(present).toEqual(shipped)
  })

  it('accept every payload that was ever sent', () => {
    for (const [name, m] of Object.entries(mutations)) expect(m.payload.safeParse(sent[name]).success, name).toBe(true)
  })
})
