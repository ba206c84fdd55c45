import { afterAll, beforeAll, expect, it } from 'vitest'
import { newBuyer, outbox, settled } from '../../support/people/buyer.ts'
import { openTestMarket, type TestMarket } from '../../support/market/market.ts'
import { act } from '../../support/device/world.ts'

let market: TestMarket
beforeAll(async () => {
  market = await openTestMarket()
})
afterAll(() => market.close())

it("freeing the catalogue leaves what the person's own things are made of, and what waits", async () => {
  const b = await newBuyer(market)
  const [inCart, favourite, other] = b.one.ids as [number, number, number]
  await act(b.tab, 'cart.add', { id: inCart, shopId: b.one.shopId, variantId: 0, num: 4, price: 500, currency: 'USD' })
  await settled(b)
  for (const id of [inCart, favourite, other]) await b.tab.want('catalogue.product', { id })
  await b.tab.want('catalogue.home', {})
  b.device.network.faults.offline = true
  await act(b.tab, 'favourite.set', { id: favourite, on: true })
  const catalogue = await b.device.catalogueDb()
  expect(await catalogue.products.count()).toBeGreaterThan(3)
  expect(await b.tab.call('storage.free', { what: 'catalogue' })).toEqual({ kind: 'accepted', data: {} })
  expect(await catalogue.products.orderBy('id').primaryKeys()).toEqual([inCart, favourite])
  expect(await catalogue.details.toCollection().primaryKeys()).toEqual([inCart, favourite])
  for (const table of ['lists', 'homes', 'reviews', 'segments'] as const)
    expect(await catalogue[table].count(), table).toBe(0)
  expect(await outbox(b)).toHaveLength(1)
  catalogue.close()
  expect(b.device.dropped).toEqual([])
  expect(await b.tab.call('storage.free', { what: 'pictures' })).toEqual({ kind: 'accepted', data: {} })
  expect(b.device.dropped).toEqual(['caravan-pictures'])
  await b.device.end()
})
