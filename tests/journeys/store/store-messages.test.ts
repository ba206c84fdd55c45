import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { settleAllOwed } from '#server/sync/owed.ts'
import { addMember, endMember } from '#server/members/members.ts'
import { openTestMarket, type TestMarket, type TestPerson } from '../../support/market/market.ts'
import { giveMoney, makeAddress, makeShop, placing, type TestShop } from '../../support/market/orders.ts'

// The messages to a store's members about its orders and its shelves: each member gets them once, and each leads to its
// subject.

let market: TestMarket
let shop: TestShop
let seller: TestPerson
let buyer: TestPerson & { token: string }
let addressId: string
beforeAll(async () => {
  market = await openTestMarket({ anonymous: { capacity: 1e9, refillPerSecond: 1e9, maxKeys: 10 } })
  const person = await market.person()
  buyer = { ...person, token: await market.login(person) }
  addressId = await makeAddress(market.db, buyer.uid)
  await giveMoney(market.db, buyer.uid, 1_000_000_00)
})
afterAll(() => market.close())
beforeEach(async () => {
  shop = await makeShop(market.db, [{ stock: 100, minimum: 10 }, { stock: 40 }])
  seller = await market.person()
  await market.db.transaction().execute((tx) => addMember(tx, shop.shopId, seller.uid, 'owner'))
})

async function order(...lines: { id: number; num: number }[]): Promise<string> {
  const asked = await placing(market.db, shop.shopId, addressId, lines)
  expect((await market.call('/api/order/place', asked, buyer.token)).code).toBe(1)
  const { id } = await market.db
    .selectFrom('orders')
    .select('id')
    .where('user_id', '=', buyer.uid)
    .orderBy('serial', 'desc')
    .executeTakeFirstOrThrow()
  return id
}
const pay = async (...ids: string[]): Promise<void> =>
  expect((await market.call('/api/order/pay', { ids, password: buyer.password }, buyer.token)).code).toBe(1)
async function messagesTo(uid = seller.uid) {
  await settleAllOwed(market.db)
  return market.db
    .selectFrom('messages')
    .select(['kind', 'subject_kind', 'subject_id', 'params', 'title', 'words'])
    .where('user_id', '=', uid)
    .orderBy('id')
    .execute()
}

describe('a new order', () => {
  it('is told when it is paid, to all who act for the store then, and leads to the order', async () => {
    const [other, past] = [await market.person(), await market.person()]
    await market.db.transaction().execute(async (tx) => {
      await addMember(tx, shop.shopId, other.uid, 'staff')
      await addMember(tx, shop.shopId, past.uid, 'staff')
      await endMember(tx, shop.shopId, past.uid)
    })
    const id = await order({ id: shop.ids[1]!, num: 2 })
    expect(await messagesTo()).toEqual([])
    await pay(id)
    await pay(id)
    for (const { uid } of [seller, other])
      expect(await messagesTo(uid)).toMatchObject([
        {
          kind: 'storeOrder',
          subject_kind: 'sale',
          subject_id: `${shop.shopId}:${id}`,
          params: { shop: 'Test store', amount: 1000, currency: 'USD' },
          words: expect.stringContaining('Test store has a new order'),
        },
      ])
    expect(await messagesTo(past.uid)).toEqual([])
    expect(await market.db.selectFrom('store_tells').selectAll().execute()).toEqual([])
  })

  it('is not told to whoever switched that off', async () => {
    const token = await market.login(seller)
    expect((await market.call('/api/message/mute', { topic: 'store', on: true }, token)).code).toBe(1)
    await pay(await order({ id: shop.ids[1]!, num: 2 }))
    expect(await messagesTo()).toEqual([])
  })
})

describe('an order that its buyer cancels', () => {
  const cancel = async (id: string): Promise<void> =>
    expect((await market.call('/api/order/cancel', { id }, buyer.token)).code).toBe(1)
  const cancelled = async () => (await messagesTo()).filter(({ kind }) => kind === 'storeCancelled')

  it('is told once when it was paid, with what comes back', async () => {
    const id = await order({ id: shop.ids[1]!, num: 2 })
    await pay(id)
    await cancel(id)
    await cancel(id)
    expect(await cancelled()).toMatchObject([
      {
        subject_kind: 'sale',
        subject_id: `${shop.shopId}:${id}`,
        params: { shop: 'Test store', amount: 1000, currency: 'USD' },
      },
    ])
  })

  it('is not told while nobody has paid it', async () => {
    await cancel(await order({ id: shop.ids[1]!, num: 2 }))
    expect(await cancelled()).toEqual([])
  })
})

describe('goods that run out', () => {
  const low = async () => (await messagesTo()).filter(({ kind }) => kind === 'storeLow')
  it('are told once, with what is left', async () => {
    const { uid } = await market.db
      .selectFrom('products')
      .select('uid')
      .where('id', '=', shop.ids[0]!)
      .executeTakeFirstOrThrow()
    await order({ id: shop.ids[0]!, num: 70 })
    expect(await low()).toEqual([])
    await order({ id: shop.ids[0]!, num: 10 })
    await order({ id: shop.ids[0]!, num: 10 })
    expect(await low()).toMatchObject([
      { subject_kind: 'goods', subject_id: `${shop.shopId}:${uid}`, params: { left: 20 }, title: { en: 'Thing 0' } },
    ])
  })

  it('are told again after the shelf was filled', async () => {
    await order({ id: shop.ids[1]!, num: 35 })
    await market.db.updateTable('products').set({ stock: 40 }).where('id', '=', shop.ids[1]!).execute()
    await order({ id: shop.ids[1]!, num: 40 })
    expect((await low()).map(({ params }) => params['left'])).toEqual([5, 0])
  })
})
