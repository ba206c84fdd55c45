import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { mutations } from '#contract/registry.ts'

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
  'cart.clear': {
    path: '/api/cart/clear',
    guest: true,
    payload: { lines: [{ id: 'integer', shopId: 'integer', variantId: 'integer', num: 'integer' }] },
  },
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
  'talk.send': {
    path: '/api/talk/send',
    guest: false,
    payload: {
      id: 'string',
      talk: 'string',
      to: 'integer',
      subject: [{ kind: ['order', 'product', 'store'], id: 'string' }, 'null'],
      text: 'string',
    },
  },
  'talk.read': { path: '/api/talk/read', guest: false, payload: { id: 'string', upTo: 'integer' } },
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
}

/** A schema's shape in few words: fields, their types, and a question mark on those that may be absent. */
function shape(schema: JsonSchema): unknown {
  if (schema.anyOf) return schema.anyOf.map(shape)
  if (schema.enum) return schema.enum
  if (schema.type === 'array') return [shape(schema.items!)]
  if (schema.type !== 'object') return schema.type
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
    const sent: Record<string, unknown> = {
      'favourite.set': { id: 7, on: false },
      'favourite.clear': { ids: [7, 8] },
      'follow.set': { id: 3, on: true },
      'cart.add': { id: 7, shopId: 3, variantId: 0, num: 12, price: 450, currency: 'USD' },
      'cart.set': { id: 7, shopId: 3, variantId: 2, from: 12, to: 0 },
      'cart.tick': { id: 7, shopId: 3, variantId: 2, on: false },
      'cart.clear': { lines: [{ id: 7, shopId: 3, variantId: 2, num: 12 }] },
      'list.put': { id: '0b8a6e0e-6f0c-4f7d-8a67-0c9e5b7a2d90', name: 'Weekly' },
      'list.del': { id: '0b8a6e0e-6f0c-4f7d-8a67-0c9e5b7a2d90' },
      'list.set': {
        listId: '0b8a6e0e-6f0c-4f7d-8a67-0c9e5b7a2d90',
        id: 7,
        shopId: 3,
        variantId: 0,
        from: 0,
        to: 12,
      },
      'address.put': {
        id: '0b8a6e0e-6f0c-4f7d-8a67-0c9e5b7a2d90',
        patch: { country: 'DE', mobile: '+4930123456' },
        baseRev: 0,
      },
      'address.del': { id: '0b8a6e0e-6f0c-4f7d-8a67-0c9e5b7a2d90' },
      'address.default': { id: null },
      'avatar.set': { file: 'a'.repeat(64) },
      'message.read': { ids: [7, 8], on: true },
      'message.mute': { topic: 'news', on: true },
      'watch.set': { what: 'price', id: 7, variantId: 0, price: 450, currency: 'USD', area: '', on: true },
      'talk.send': {
        id: '0b8a6e0e-6f0c-4f7d-8a67-0c9e5b7a2d91',
        talk: '0b8a6e0e-6f0c-4f7d-8a67-0c9e5b7a2d90',
        to: 3,
        subject: { kind: 'product', id: '7' },
        text: 'Is it blue?',
      },
      'talk.read': { id: '0b8a6e0e-6f0c-4f7d-8a67-0c9e5b7a2d90', upTo: 2 },
      'order.place': {
        clientOrderId: 'd2f1c4a6-0a55-4d8e-9a3e-6a2f0f3f7c11',
        shopId: 3,
        addressId: '0b8a6e0e-6f0c-4f7d-8a67-0c9e5b7a2d90',
        currency: 'USD',
        lines: [{ id: 7, variantId: 2, num: 12, price: 450 }],
        goods: 5400,
        shipping: 500,
        tax: 392,
        total: 6292,
        remark: '',
      },
      'order.buy': {
        clientOrderId: 'd2f1c4a6-0a55-4d8e-9a3e-6a2f0f3f7c11',
        shopId: 3,
        addressId: '0b8a6e0e-6f0c-4f7d-8a67-0c9e5b7a2d90',
        currency: 'USD',
        lines: [{ id: 7, variantId: 2, num: 12, price: 450 }],
        goods: 5400,
        shipping: 500,
        tax: 392,
        total: 6292,
        remark: '',
        rate: { id: 3, currency: 'USD', numerator: 27, denominator: 25, at: 0 },
        due: 6292,
      },
      'order.submit': {
        clientOrderId: 'd2f1c4a6-0a55-4d8e-9a3e-6a2f0f3f7c11',
        shopId: 3,
        addressId: '0b8a6e0e-6f0c-4f7d-8a67-0c9e5b7a2d90',
        currency: 'USD',
        lines: [{ id: 7, variantId: 2, num: 12, price: 450 }],
        goods: 5400,
        shipping: 500,
        tax: 392,
        total: 6292,
        remark: '',
        rate: null,
        due: 6292,
        notes: '{"7:2":"in blue"}',
        poNumber: 'PO-2026/17',
      },
      'order.ask': {
        clientOrderId: 'd2f1c4a6-0a55-4d8e-9a3e-6a2f0f3f7c11',
        shopId: 3,
        addressId: '0b8a6e0e-6f0c-4f7d-8a67-0c9e5b7a2d90',
        currency: 'USD',
        lines: [{ id: 7, variantId: 2, num: 12, price: 450 }],
        remark: '',
      },
      'order.cancel': { id: 'd2f1c4a6-0a55-4d8e-9a3e-6a2f0f3f7c11:3' },
      'order.receive': { id: 'd2f1c4a6-0a55-4d8e-9a3e-6a2f0f3f7c11:3' },
      'review.write': {
        orderId: 'd2f1c4a6-0a55-4d8e-9a3e-6a2f0f3f7c11:3',
        productId: 7,
        rating: 4,
        text: 'As described',
        language: 'en',
        pictures: ['a'.repeat(64)],
      },
      'review.delete': { orderId: 'd2f1c4a6-0a55-4d8e-9a3e-6a2f0f3f7c11:3', productId: 7 },
    }
    for (const [name, m] of Object.entries(mutations)) expect(m.payload.safeParse(sent[name]).success, name).toBe(true)
  })
})
