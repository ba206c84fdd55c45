import { beforeEach, describe, expect, it } from 'vitest'
import { openUserDb, type UserDb } from '#localdb/open.ts'
import { newIdb } from '../../../tests/support/device/fake-idb.ts'
import { add, intent } from '../../../tests/support/device/outbox.ts'
import { commit, type NewIntent } from './commit.ts'
import { createEnqueue } from './enqueue.ts'
import type { Fence } from '../fence.ts'
import { settleIntents } from '../settle.ts'
import { take } from '../take.ts'

const uid = '00000000-0000-4000-8000-000000000001'
const checkout = '00000000-0000-4000-8000-00000000000c'
const address = '00000000-0000-4000-8000-00000000000a'
const fence: Fence = { proto: 1, incarnation: 'incarnation-1', uid }
const quiet = {
  saved: () => undefined,
  freeSpace: () => Promise.resolve(),
  report: (error: unknown) => {
    throw error
  },
}
const place = (price: number, more: Partial<NewIntent> = {}) =>
  intent(
    'order.place',
    {
      clientOrderId: checkout,
      shopId: 3,
      addressId: address,
      currency: 'USD',
      lines: [{ id: 7, variantId: 0, num: 4, price }],
      goods: 4 * price,
      shipping: 0,
      tax: 0,
      total: 4 * price,
      remark: '',
    },
    more,
  )

let db: UserDb
beforeEach(async () => {
  db = await openUserDb(uid, newIdb())
  await db.meta.bulkPut([
    { key: 'fence', ...fence },
    { key: 'lease', epoch: 1, heartbeat: 0 },
  ])
})
const order = async () => db.orders.get(`${checkout}:3`)
const inCart = async () => (await db.cartLines.get('3:7:0'))?.shown?.num
const names = async () => (await take(db, fence, 1, 5000)).intents.map((i) => i.name)

describe('an order on this device', () => {
  it('takes its quantities off the cart and shows as saved here', async () => {
    await commit(db, fence, [add(7, 6)])
    await commit(db, fence, [place(500)])
    expect(await inCart()).toBe(2)
    expect(await order()).toMatchObject({ shown: { state: 'onDevice', total: 2000 }, pending: 1 })
  })

  it('is sent only after what it depends on has been acked', async () => {
    await commit(db, fence, [
      add(7, 6),
      intent('address.put', { id: address, patch: { city: 's1.x' }, baseRev: 0 }),
      place(500),
    ])
    expect(await names()).toEqual(['cart.add', 'address.put'])
    await settleIntents(db, fence, 1, 5000, {
      settlements: [
        { seq: 1, event: 'accepted' },
        { seq: 2, event: 'accepted' },
      ],
      changes: [],
    })
    expect(await names()).toEqual(['order.place'])
  })

  it('is refused in sight when its address was', async () => {
    await commit(db, fence, [intent('address.put', { id: address, patch: { city: 's1.x' }, baseRev: 0 }), place(500)])
    await take(db, fence, 1, 5000)
    await settleIntents(db, fence, 1, 5000, {
      settlements: [{ seq: 1, event: 'refused', refusal: { reason: 'addressesFull' } }],
      changes: [],
    })
    expect(await names()).toEqual([])
    expect((await db.outbox.toArray()).map((r) => [r.name, r.state])).toEqual([
      ['address.put', 'rejected'],
      ['order.place', 'rejected'],
    ])
    expect(await order()).toBeUndefined()
  })
})

describe('consent', () => {
  const conflict = async () => {
    await commit(db, fence, [add(7, 6)])
    await take(db, fence, 1, 5000)
    await settleIntents(db, fence, 1, 5000, {
      settlements: [{ seq: 1, event: 'accepted' }],
      changes: [
        {
          table: 'cartLines',
          key: '3:7:0',
          rev: 1,
          row: { id: 7, shopId: 3, variantId: 0, num: 6, ticked: true, seenPrice: 500, currency: 'USD', at: 1 },
        },
      ],
    })
    const old = place(500)
    await commit(db, fence, [old])
    await take(db, fence, 1, 5000)
    await settleIntents(db, fence, 1, 5000, {
      settlements: [{ seq: 2, event: 'needsConsent', refusal: { reason: 'priceRose', params: { total: 2400 } } }],
      changes: [],
    })
    return old
  }

  it('is asked for in sight, the order staying where it was', async () => {
    await conflict()
    expect(await order()).toMatchObject({ shown: { state: 'onDevice', total: 2000 }, conflict: true })
    expect(await inCart()).toBe(2)
    expect(await names()).toEqual([])
  })

  it('makes a new intent in the place of the old, which never goes again', async () => {
    const old = await conflict()
    const consent = place(600, { replaces: old.intentId })
    await commit(db, fence, [consent])
    expect(await order()).toMatchObject({ shown: { total: 2400 }, conflict: false, pending: 1 })
    expect(await inCart()).toBe(2)
    expect(await db.archive.get(old.intentId)).toMatchObject({ state: 'superseded', by: consent.intentId })
    expect(await names()).toEqual(['order.place'])
  })

  it('hands on what depended on the old', async () => {
    const old = await conflict()
    await commit(db, fence, [intent('follow.set', { id: 3, on: true }, { deps: [old.intentId] })])
    const consent = place(600, { replaces: old.intentId })
    await commit(db, fence, [consent])
    expect(
      (await db.outbox.where('state').equals('pending').toArray()).find((r) => r.name === 'follow.set')?.deps,
    ).toEqual([consent.intentId])
  })

  it('waits for no other order of the same goods, however that is placed: each would wait for the other', async () => {
    const old = await conflict()
    const { payload } = place(600)
    const other = '00000000-0000-4000-8000-00000000000d'
    const beside = intent('order.buy', { ...(payload as object), clientOrderId: other, rate: null, due: 2400 })
    await commit(db, fence, [beside])
    await commit(db, fence, [place(600, { replaces: old.intentId })])
    expect((await names()).toSorted()).toEqual(['order.buy', 'order.place'])
  })

  it('is for what still asks, and once', async () => {
    const old = await conflict()
    await commit(db, fence, [place(600, { replaces: old.intentId })])
    await expect(commit(db, fence, [place(600, { replaces: old.intentId })])).rejects.toThrow()
    expect(await db.outbox.count()).toBe(1)
  })

  it('is of one order: another of the same goods neither waits for it nor falls with it', async () => {
    const old = await conflict()
    const second = place(600)
    await commit(db, fence, [
      { ...second, payload: { ...(second.payload as object), clientOrderId: '00000000-0000-4000-8000-00000000000d' } },
    ])
    const row = await db.outbox.where('intentId').equals(old.intentId).first()
    await settleIntents(db, fence, undefined, 5000, {
      settlements: [{ seq: row!.seq!, event: 'dismiss', refusal: row!.last }],
      changes: [],
    })
    expect(await names()).toEqual(['order.place'])
  })

  it('can be denied: the goods are back in the cart', async () => {
    const old = await conflict()
    const row = await db.outbox.where('intentId').equals(old.intentId).first()
    await settleIntents(db, fence, undefined, 5000, {
      settlements: [{ seq: row!.seq!, event: 'dismiss', refusal: row!.last }],
      changes: [],
    })
    expect(await order()).toBeUndefined()
    expect(await inCart()).toBe(6)
    expect(await db.archive.get(old.intentId)).toMatchObject({ state: 'cancelled' })
  })
})

describe('a gesture of several intents', () => {
  it('is recorded whole or not at all, and takes no other gesture with it', async () => {
    const door = createEnqueue(db, fence, quiet)
    const broken = { ...place(500), payload: { ...(place(500).payload as object), total: () => 1 } }
    const results = await Promise.allSettled([door.add([add(5, 1)]), door.add([add(6, 1), broken])])
    expect(results.map((r) => r.status)).toEqual(['fulfilled', 'rejected'])
    expect((await db.outbox.toArray()).map((r) => (r.payload as { id: number }).id)).toEqual([5])
  })
})
