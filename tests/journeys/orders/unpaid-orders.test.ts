import { randomUUID } from 'node:crypto'
import { afterEach, expect, it } from 'vitest'
import { newBuyer, onDevice, outbox, placing, settled, shopSide, type Buyer } from '../../support/people/buyer.ts'
import { openTestMarket, type TestMarket } from '../../support/market/market.ts'
import { act, gesture, until } from '../../support/device/world.ts'

// A buyer with 10,000.00 who orders without paying: the server refuses what is too much, the phone says so, keeps the
// goods in the cart, and goes on once there is room.

let market: TestMarket | undefined
let buyer: Buyer | undefined
afterEach(async () => {
  await buyer?.device.end()
  await market?.close()
})

const anAddress = {
  country: 'LB',
  province: 'LB-JA',
  city: 'Tyre',
  detail: 'Port road 4',
  zip: '1601',
  recipient: 'Amal Haddad',
  mobile: '+9613123456',
}
const UNPAID_MAX = 20

it('twenty unpaid orders at most; the next is refused in words, and placed once one is paid', async () => {
  market = await openTestMarket()
  buyer = await newBuyer(market)
  const { tab, one, person } = buyer
  const b = buyer
  const address = randomUUID()
  await act(tab, 'address.put', { id: address, patch: anAddress, baseRev: 0 })
  const line = { id: one.ids[0]!, shopId: one.shopId, variantId: 0, price: 500, currency: 'USD' }
  await act(tab, 'cart.add', { ...line, num: 30 })
  await settled(b)
  const order = async () => {
    const payload = placing(randomUUID(), address, one, 1)
    expect(await tab.mutate([{ intentId: gesture(), name: 'order.place', payload }])).toEqual({ kind: 'saved' })
    return `${payload.clientOrderId}:${one.shopId}`
  }
  const ids: string[] = []
  for (let i = 0; i < UNPAID_MAX; i++) ids.push(await order())
  await settled(b)
  const beyond = await order()
  await until('the order beyond is refused', async () => (await outbox(b)).some((r) => r.state === 'rejected'))
  const [refused] = await outbox(b)
  expect(refused?.last).toMatchObject({ reason: 'tooManyUnpaid', params: { max: UNPAID_MAX } })
  const { orderOf, stockOf } = shopSide(market)
  expect([await orderOf(beyond), await stockOf(one)]).toEqual([undefined, 1000 - UNPAID_MAX])
  // The refused order's piece is in the cart again.
  expect((await onDevice(b)).cart[one.ids[0]!]).toBe(30 - UNPAID_MAX)

  expect(await tab.call('order.pay', { ids: [ids[0]!], password: person.password })).toMatchObject({ kind: 'accepted' })
  const next = await order()
  await until('there is room for one more', async () => (await orderOf(next)) !== undefined)
  expect((await orderOf(next))?.state).toBe('unpaid')
})

it('unpaid orders worth more than the balance together are refused, also when they were made in a tunnel', async () => {
  market = await openTestMarket()
  buyer = await newBuyer(market)
  const b = buyer
  const { tab, one, two, device } = buyer
  const address = randomUUID()
  await act(tab, 'address.put', { id: address, patch: anAddress, baseRev: 0 })
  await settled(b)
  await shopSide(market).setPrice(one, 100_000)
  device.network.faults.offline = true
  const parts = [placing(randomUUID(), address, one, 9, 100_000), placing(randomUUID(), address, two, 201, 500)]
  for (const payload of parts) await tab.mutate([{ intentId: gesture(), name: 'order.place', payload }])
  device.network.faults.offline = false
  await tab.flush(true)
  await until('one is placed, one refused', async () => {
    const rows = await outbox(b)
    return rows.length === 1 && rows[0]!.state === 'rejected'
  })
  const [refused] = await outbox(b)
  expect(refused?.last).toMatchObject({ reason: 'tooMuchUnpaid', params: { most: '10000.00 USD' } })
  const { stockOf } = shopSide(market)
  expect([await stockOf(one), await stockOf(two)]).toEqual([1000 - 9, 1000])
})
