import { afterAll, beforeAll, expect, it } from 'vitest'
import { newBuyer, onDevice, online, orderInTunnel, outbox, settled, shopSide } from '../../support/people/buyer.ts'
import { openTestMarket, type TestMarket } from '../../support/market/market.ts'

let market: TestMarket
beforeAll(async () => {
  market = await openTestMarket()
})
afterAll(() => market.close())

it('an order that was never sent is taken back: its pieces return to the cart, and the shop never hears of it', async () => {
  const shop = shopSide(market)
  const b = await newBuyer(market)
  const { ids } = await orderInTunnel(b)
  const part = (await outbox(b)).find((row) => row.keys[0] === `orders/${ids[0]}`)!
  expect(part).toMatchObject({ name: 'order.place', state: 'pending', attempts: 0 })
  expect(await b.tab.call('intent.dismiss', { intentId: part.intentId })).toMatchObject({ kind: 'accepted' })
  const shown = await onDevice(b)
  expect(shown.orders.map((row) => row.key)).toEqual([ids[1]])
  expect(shown.cart[b.one.ids[0]!]).toBe(4)
  await online(b)
  await settled(b)
  expect(await shop.orderOf(ids[0]!)).toBeUndefined()
  expect(await shop.orderOf(ids[1]!)).toMatchObject({ state: 'unpaid' })
  expect((await onDevice(b)).cart[b.one.ids[0]!]).toBe(4)
  await b.device.end()
})
