import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Stated } from '#contract/registry.ts'
import { addMember, endMember } from '#server/members/members.ts'
import { openTestMarket, type TestMarket } from '../../support/market/market.ts'
import { operatorWith, type Operator } from '../../support/market/operator.ts'
import { makeAddress, makeShop, placing } from '../../support/market/orders.ts'

// A person and a store have a page at the operator's desks, which lead to each other.

let market: TestMarket
let operator: Operator
beforeAll(async () => {
  market = await openTestMarket({ anonymous: { capacity: 1e9, refillPerSecond: 1e9, maxKeys: 10 } })
  operator = await operatorWith(market, ['people'])
})
afterAll(() => market.close())

const person = async (id: string) => (await operator.ask('person', { id })).data as Stated<'operator.person'>
const store = async (id: number) => (await operator.ask('store', { id })).data as Stated<'operator.store'>

it(`show who acts for what, and what they do in the market (${process.env['MARKET_DB'] ?? 'pglite'})`, async () => {
  const [owner, past, buyer] = [await market.person(), await market.person(), await market.person()]
  const [shop, other] = [await makeShop(market.db, [{ stock: 9 }, { stock: 9 }]), await makeShop(market.db, [{}])]
  await market.db.transaction().execute(async (tx) => {
    await addMember(tx, shop.shopId, owner.uid, 'owner')
    await addMember(tx, shop.shopId, past.uid, 'staff')
    await endMember(tx, shop.shopId, past.uid)
  })
  const token = await market.login(buyer)
  const asked = await placing(market.db, shop.shopId, await makeAddress(market.db, buyer.uid), [
    { id: shop.ids[0]!, num: 2 },
  ])
  expect((await market.call('/api/order/place', asked, token)).code).toBe(1)

  expect(await person(owner.uid)).toMatchObject({
    person: { id: owner.uid, email: owner.email, orders: 0, suspended: null },
    ...{ factor: false, operator: false, bounced: false, problems: 0, seenAt: null },
    stores: [{ id: shop.shopId, name: 'Test store', role: 'owner' }],
  })
  expect((await person(past.uid)).stores).toEqual([])
  const at = await person(buyer.uid)
  expect(at).toMatchObject({ person: { orders: 1 }, stores: [] })
  expect(at.seenAt).toBeGreaterThan(0)
  expect((await person(operator.uid)).operator).toBe(true)

  expect(await store(shop.shopId)).toMatchObject({
    store: { id: shop.shopId, name: 'Test store', products: 2, suspended: null, closed: false, before: null },
    ...{ area: null, currency: 'USD', goods: 2, orders: 1, toShip: 0, problems: 0, sales: 0, followers: 0 },
    members: [{ id: owner.uid, email: owner.email, role: 'owner' }],
  })
  expect(await store(other.shopId)).toMatchObject({ orders: 0, members: [] })
})

it('are of nobody where there is none', async () => {
  const nobody = '00000000-0000-4000-8000-000000000000'
  expect((await operator.ask('person', { id: nobody })).data).toMatchObject({ reason: 'notFound' })
  expect((await operator.ask('store', { id: 2_000_000_000 })).data).toMatchObject({ reason: 'storeGone' })
})
