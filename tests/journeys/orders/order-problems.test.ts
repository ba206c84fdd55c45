import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { operate } from '#server/operator/commands/operate.ts'
import { newBuyer, online, orderInTunnel, settled, type Buyer } from '../../support/people/buyer.ts'
import { openTestMarket, type TestMarket } from '../../support/market/market.ts'
import { giveMoney, unsound } from '../../support/market/orders.ts'
import { fileIdOf, testPicture } from '../../support/market/pictures.ts'
import { act } from '../../support/device/world.ts'

let market: TestMarket
beforeAll(async () => {
  market = await openTestMarket()
})
afterAll(() => market.close())

const orderOf = async ({ device, person }: Buyer, id: string) => {
  const db = await device.userDb(person.uid)
  const order = (await db.orders.get(id))?.shown
  db.close()
  return order!
}
const operated = async (...args: string[]): Promise<void> => {
  expect(await operate(market.db, args, Date.now())).toMatchObject({ exit: 0 })
}

/** A buyer whose order of four pieces was paid, and of which two have left. */
async function halfShipped(): Promise<{ b: Buyer; id: string }> {
  const b = await newBuyer(market)
  const { ids } = await orderInTunnel(b)
  await online(b)
  await settled(b)
  const id = ids[0]!
  await giveMoney(market.db, b.person.uid, 10_000_000)
  await b.tab.call('order.pay', { ids: [id], password: b.person.password }, b.person.uid)
  await operated('ship', id, '--lines', `${b.one.ids[0]}=2`, '--carrier', 'DHL', '4711')
  await settled(b)
  await expect.poll(async () => (await orderOf(b, id)).stage).toBe('partlyShipped')
  return { b, id }
}

it('half a shipment, a problem with a picture reported in a tunnel, and some of the money back: each once', async () => {
  const { b, id } = await halfShipped()
  const report = randomUUID()
  b.device.network.faults.offline = true
  const bytes = new Uint8Array(await testPicture(41, 400))
  await b.tab.call('file.keep', { bytes }, b.person.uid)
  const payload = {
    ...{ id, report, parcel: 1, line: { id: b.one.ids[0]!, variantId: 0, num: 1 } },
    ...{ problem: 'damaged' as const, wish: 'refund' as const, text: 'Cracked', pictures: [fileIdOf(bytes)] },
  }
  expect(await act(b.tab, 'order.report', payload)).toEqual({ kind: 'saved' })
  expect(await orderOf(b, id)).toMatchObject({
    stage: 'disputed',
    reports: [{ state: 'open', files: [fileIdOf(bytes)], pictures: [] }],
  })
  b.device.network.faults.loseAnswers = 4
  await online(b)
  await settled(b)
  await expect.poll(async () => (await orderOf(b, id)).reports?.[0]?.pictures.length).toBe(1)

  await operated('report', report, 'offer', '1.50', 'Sorry')
  await expect.poll(async () => (await orderOf(b, id)).reports?.[0]?.offer).toBe(150)
  b.device.network.faults.offline = true
  await act(b.tab, 'order.reply', { id, report, reply: 'accept', offer: 150 })
  expect((await orderOf(b, id)).reports?.[0]?.state).toBe('refunded')
  b.device.network.faults.loseAnswers = 2
  await online(b)
  await settled(b)
  await expect.poll(async () => (await orderOf(b, id)).refunded).toBe(150)
  expect(await orderOf(b, id)).toMatchObject({ stage: 'partlyShipped', refunds: [{ amount: 150, why: 'report' }] })
  expect(await unsound(market.db)).toEqual([])
})

it('a parcel confirmed in a tunnel is paid out once, and the device shows what the server says', async () => {
  const { b, id } = await halfShipped()
  await operated('ship', id, 'the rest')
  await expect.poll(async () => (await orderOf(b, id)).parcels?.length).toBe(2)
  const [first, second] = (await orderOf(b, id)).parcels!
  b.device.network.faults.offline = true
  await act(b.tab, 'order.receiveParcel', { id, parcel: 1, amount: first!.amount })
  expect(await orderOf(b, id)).toMatchObject({ stage: 'partlyReceived', state: 'shipped' })
  await act(b.tab, 'order.receiveParcel', { id, parcel: 2, amount: second!.amount })
  expect(await orderOf(b, id)).toMatchObject({ stage: 'received', state: 'received' })
  b.device.network.faults.loseAnswers = 3
  await online(b)
  await settled(b)
  await expect.poll(async () => (await orderOf(b, id)).held).toBe(0)
  expect(await orderOf(b, id)).toMatchObject({ stage: 'received', state: 'received' })
  expect(await unsound(market.db)).toEqual([])
})

it('a receipt that comes after the store has paid the rest back is refused, and nothing is lost', async () => {
  const { b, id } = await halfShipped()
  const [parcel] = (await orderOf(b, id)).parcels!
  b.device.network.faults.offline = true
  await act(b.tab, 'order.receiveParcel', { id, parcel: 1, amount: parcel!.amount })
  await operated('refund', id, 'shop')
  await online(b)
  await expect.poll(async () => (await orderOf(b, id)).stage).toBe('refunded')
  expect(await unsound(market.db)).toEqual([])
})
