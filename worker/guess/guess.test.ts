import { describe, expect, it } from 'vitest'
import { mutations } from '#contract/mutations.ts'
import { storeMutations } from '#contract/store-mutations.ts'
import type { MutationName } from '#contract/registry.ts'
import { LINE_MAX } from '#contract/wire/limits.ts'
import { orderRefOf } from '#contract/orders/schema.ts'
import type { Address, CartLine, Order } from '#contract/sync/schema-rows.ts'
import { addressGuesses } from './addresses.ts'
import { cartGuesses } from './cart.ts'
import { guessOf } from './all.ts'
import { orderGuesses } from './orders.ts'
import { learn } from './known.ts'
import { storeGuesses } from './stores/stores.ts'
import { registerGuesses } from './registers.ts'

const at = { key: '', at: 1_000 }

describe('addresses', () => {
  const id = '00000000-0000-4000-8000-000000000001'
  const address: Address = {
    id,
    country: 'LB',
    province: 'South',
    city: 'Tyre',
    detail: 'Port road 1',
    zip: '1601',
    recipient: 'Amal',
    mobile: '+96170000000',
    at: 7,
    deleted: false,
  }

  it('begin blank, made when the person acted', () => {
    expect(addressGuesses['address.put'](null, { id, patch: {}, baseRev: 0 }, at)).toEqual({
      id,
      country: '',
      province: '',
      city: '',
      detail: '',
      zip: '',
      recipient: '',
      mobile: '',
      at: 1_000,
      deleted: false,
    })
  })
  it('take over what a patch names, and are there again', () => {
    expect(
      addressGuesses['address.put']({ ...address, deleted: true }, { id, patch: { zip: '2' }, baseRev: 0 }, at),
    ).toEqual({ ...address, zip: '2' })
  })
  it('are marked as deleted; what is not there stays away', () => {
    expect(addressGuesses['address.del'](address, { id }, at)).toEqual({ ...address, deleted: true })
    expect(addressGuesses['address.del'](null, { id }, at)).toBeNull()
  })
  it('one is chosen', () => {
    expect(addressGuesses['address.default'](null, { id }, at)).toEqual({ id })
  })
})

describe('the cart', () => {
  const line: CartLine = {
    id: 6,
    shopId: 3,
    variantId: 9,
    num: 4,
    ticked: false,
    seenPrice: 500,
    currency: 'USD',
    at: 7,
  }
  const added = { id: 6, shopId: 3, variantId: 9, num: 2, price: 450, currency: 'EUR' }
  const [set, tick, clear] = [cartGuesses['cart.set'], cartGuesses['cart.tick'], cartGuesses['cart.clear']]

  it('gets a new line, ticked, at the price seen now', () => {
    const fresh = { id: 6, shopId: 3, variantId: 9, num: 2, ticked: true, seenPrice: 450, currency: 'EUR', at: 1_000 }
    expect(cartGuesses['cart.add'](null, added, at)).toEqual(fresh)
    expect(cartGuesses['cart.add']({ ...line, num: 0 }, added, at)).toEqual(fresh)
  })
  it('adds to a line that is there, and leaves the rest of it', () => {
    expect(cartGuesses['cart.add'](line, added, at)).toEqual({ ...line, num: 6 })
    expect(cartGuesses['cart.add']({ ...line, num: LINE_MAX - 1 }, added, at)?.num).toBe(LINE_MAX)
  })
  it('changes a line by the difference', () => {
    expect(set(line, { id: 6, shopId: 3, variantId: 9, from: 5, to: 7 }, at)).toEqual({ ...line, num: 6 })
    expect(set(line, { id: 6, shopId: 3, variantId: 9, from: 7, to: 1 }, at)?.num).toBe(0)
    expect(set(null, { id: 6, shopId: 3, variantId: 9, from: 7, to: 1 }, at)).toBeNull()
  })
  it('ticks a line that is there', () => {
    expect(tick(line, { id: 6, shopId: 3, variantId: 9, on: true }, at)).toEqual({ ...line, ticked: true })
    expect(tick(null, { id: 6, shopId: 3, variantId: 9, on: true }, at)).toBeNull()
  })
  it('puts a line aside unticked, and has it back by a word, a tick or an addition', () => {
    const ref = { id: 6, shopId: 3, variantId: 9 }
    const later = cartGuesses['cart.later']
    const aside = later({ ...line, ticked: true }, { ...ref, on: true }, at)!
    expect(aside).toEqual({ ...line, later: true })
    expect(tick(aside, { ...ref, on: false }, at)).toEqual(aside)
    const back = { ...line, ticked: true }
    expect(later(aside, { ...ref, on: false }, at)).toEqual(back)
    expect(tick(aside, { ...ref, on: true }, at)).toEqual(back)
    expect(cartGuesses['cart.add'](aside, added, at)).toEqual({ ...back, num: 6 })
    expect(later(null, { ...ref, on: true }, at)).toBeNull()
  })
  it('loses by a clearing what the clearing named of each line, and no more', () => {
    const lines = [
      { id: 6, shopId: 3, variantId: 9, num: 3 },
      { id: 6, shopId: 3, variantId: 8, num: 1 },
      { id: 6, shopId: 2, variantId: 9, num: 1 },
      { id: 5, shopId: 3, variantId: 9, num: 1 },
    ]
    expect(clear(line, { lines }, { ...at, key: '3:6:9' })).toEqual({ ...line, num: 1 })
    expect(clear(line, { lines: lines.slice(1) }, { ...at, key: '3:6:9' })).toEqual(line)
    expect(clear(null, { lines }, { ...at, key: '3:6:9' })).toBeNull()
  })
})

describe('favourites and follows', () => {
  const off = { id: 9, on: false, at: 7 }
  it.each(['favourite.set', 'follow.set'] as const)('%s keeps the time when nothing changes', (name) => {
    expect(registerGuesses[name](null, { id: 9, on: true }, at)).toEqual({ id: 9, on: true, at: 1_000 })
    expect(registerGuesses[name](off, { id: 9, on: true }, at)).toEqual({ id: 9, on: true, at: 1_000 })
    expect(registerGuesses[name](off, { id: 9, on: false }, at)).toEqual(off)
  })
  it('a clearing switches off what is on', () => {
    const clear = (row: typeof off | null) => registerGuesses['favourite.clear'](row, { ids: [9] } as never, at)
    expect(clear({ ...off, on: true })).toEqual({ id: 9, on: false, at: 1_000 })
    expect(clear(off)).toEqual(off)
    expect(clear(null)).toBeNull()
  })
})

describe('orders', () => {
  const checkout = '00000000-0000-4000-8000-000000000002'
  const id = orderRefOf(checkout, 3)
  const placed = {
    clientOrderId: checkout,
    shopId: 3,
    currency: 'USD',
    lines: [
      { id: 6, variantId: 9, num: 2, price: 500 },
      { id: 6, variantId: 8, num: 3, price: 400 },
    ],
    goods: 2_200,
    shipping: 90,
    tax: 220,
    total: 2_510,
    addressId: 'a',
    remark: 'ring twice',
  } as never
  const onDevice = () => orderGuesses['order.place'](null, placed, { key: id, at: 1_000 }) as Order

  it('stand on the device at the prices seen, before the server has them', () => {
    expect(onDevice()).toEqual({
      id,
      groupId: checkout,
      shopId: 3,
      shopName: '',
      state: 'onDevice',
      reason: null,
      currency: 'USD',
      lines: [
        { id: 6, variantId: 9, num: 2, price: 500, amount: 1_000, title: {}, label: null, picture: null },
        { id: 6, variantId: 8, num: 3, price: 400, amount: 1_200, title: {}, label: null, picture: null },
      ],
      goods: 2_200,
      shipping: 90,
      tax: 220,
      total: 2_510,
      due: null,
      address: null,
      addressId: 'a',
      remark: 'ring twice',
      payBy: null,
      createdAt: 1_000,
      paidAt: null,
      shippedAt: null,
      receivedAt: null,
      closedAt: null,
      parcel: null,
    })
  })
  it('whose price is asked for carry what was seen, and say that it is not known', () => {
    const { goods: _g, shipping: _s, tax: _t, total: _a, ...asking } = placed as Record<string, unknown>
    const notes = { notes: 'sealed', poNumber: 'sealed too' }
    expect(orderGuesses['order.ask'](null, { ...asking, ...notes } as never, { key: id, at: 1_000 })).toEqual({
      ...onDevice(),
      ...{ shipping: 0, tax: 0, total: 2_200, asked: true },
      ...notes,
    })
  })
  it('are what the server says, once it has said it', () => {
    const known = { ...onDevice(), state: 'unpaid' as const }
    expect(orderGuesses['order.place'](known, placed, { key: id, at: 2_000 })).toBe(known)
  })
  it('are due in the market’s currency: that of their prices without a rate, else one that screens know', () => {
    const due = (more: object) =>
      (
        orderGuesses['order.buy'](null, { ...(placed as object), due: 7, rate: null, ...more } as never, {
          key: id,
          at: 1_000,
        }) as Order
      ).due
    expect(due({})).toEqual({ amount: 7, currency: 'USD' })
    const rate = { id: 1, currency: 'EUR', numerator: 27, denominator: 25, at: 0 }
    expect(due({ currency: 'EUR', rate })).toEqual({ amount: 7, currency: '' })
  })
  it('take their quantities off the lines of the cart', () => {
    const line = { id: 6, shopId: 3, variantId: 9, num: 5, ticked: true, seenPrice: 500, currency: 'USD', at: 7 }
    const after = (row: CartLine | null, key: string) => orderGuesses['order.place'](row, placed, { key, at: 1_000 })
    expect(after(line, '3:6:9')).toEqual({ ...line, num: 3 })
    expect(after({ ...line, variantId: 8, num: 2 }, '3:6:8')).toEqual({ ...line, variantId: 8, num: 0 })
    expect(after({ ...line, variantId: 7 }, '3:6:7')).toEqual({ ...line, variantId: 7 })
    expect(after(null, '3:6:9')).toBeNull()
  })
  it('are cancelled by the buyer while that can happen', () => {
    expect(orderGuesses['order.cancel']({ ...onDevice(), state: 'paid' }, { id }, at)).toEqual({
      ...onDevice(),
      state: 'cancelled',
      stage: 'cancelled',
      reason: 'buyer',
      closedAt: 1_000,
    })
    const shipped = { ...onDevice(), state: 'shipped' as const }
    expect(orderGuesses['order.cancel'](shipped, { id }, at)).toBe(shipped)
    expect(orderGuesses['order.cancel'](null, { id }, at)).toBeNull()
  })
  it('are received once they were shipped', () => {
    expect(orderGuesses['order.receive']({ ...onDevice(), state: 'shipped' }, { id }, at)).toEqual({
      ...onDevice(),
      state: 'received',
      stage: 'received',
      receivedAt: 1_000,
    })
    const paid = { ...onDevice(), state: 'paid' as const }
    expect(orderGuesses['order.receive'](paid, { id }, at)).toBe(paid)
  })
})

it('there is a guess for every mutation', () => {
  learn(storeMutations, storeGuesses)
  expect(Object.keys(mutations).filter((name) => !guessOf(name as MutationName))).toEqual([])
})
