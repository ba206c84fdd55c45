import { afterAll, beforeAll, expect, it } from 'vitest'
import { cartItems } from '#localdb/queries/cart/items.ts'
import { orderItems } from '#localdb/queries/orders/items.ts'
import type { Readers } from '#localdb/read.ts'
import { newBuyer, online, orderInTunnel, placing, settled, type Buyer } from '../../support/people/buyer.ts'
import { openTestMarket, type TestMarket } from '../../support/market/market.ts'
import { act, until } from '../../support/device/world.ts'

let market: TestMarket
beforeAll(async () => {
  market = await openTestMarket()
})
afterAll(() => market.close())

async function reading<T>({ device, person }: Buyer, query: (db: Readers) => Promise<T>): Promise<T> {
  const [user, catalogue] = [await device.userDb(person.uid), await device.catalogueDb()]
  const found = await query({ user, catalogue } as unknown as Readers)
  for (const db of [user, catalogue]) db.close()
  return found
}

it('what is bought again in a tunnel is called what its order calls it, though the catalogue is not here', async () => {
  const b = await newBuyer(market)
  const { ids, address } = await orderInTunnel(b)
  await online(b)
  await settled(b)
  const catalogue = await b.device.catalogueDb()
  // The last that is fetched ahead: what comes later would be here again.
  await until('its areas are here', async () => (await catalogue.areas.count()) > 0)
  b.device.network.faults.offline = true
  await Promise.all([catalogue.products.clear(), catalogue.details.clear(), catalogue.stores.clear()])
  catalogue.close()
  const order = (await reading(b, (db) => orderItems(db, { ids: [ids[0]!] })))[0]!
  const { title } = order.lines[0]!
  expect([order.shopName, Object.values(title)].flat().every((text) => text !== '')).toBe(true)

  await act(b.tab, 'cart.add', {
    id: b.one.ids[0]!,
    shopId: b.one.shopId,
    variantId: 0,
    num: 4,
    price: 500,
    currency: 'USD',
  })
  const { items } = await reading(b, cartItems)
  expect(items.find((item) => item.id === b.one.ids[0])).toMatchObject({
    num: 4,
    seenPrice: 500,
    product: undefined,
    ordered: { title, shopName: order.shopName },
  })

  // So is the order that is made of it there.
  const again = placing(crypto.randomUUID(), address, b.one, 4)
  await act(b.tab, 'order.place', again)
  const made = await reading(b, (db) => orderItems(db, { groups: [again.clientOrderId] }))
  expect(made[0]).toMatchObject({ state: 'onDevice', shopName: order.shopName, lines: [{ title }] })
  await b.device.end()
})
