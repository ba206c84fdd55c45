import { afterAll, beforeAll, expect, it } from 'vitest'
import { messageItems, watchItems } from '#localdb/queries/messages/items.ts'
import type { Payload } from '#contract/registry.ts'
import type { Readers } from '#localdb/read.ts'
import { tellAllWatched } from '#server/messages/watches.ts'
import { operate } from '#server/operator/commands/operate.ts'
import { newBuyer, online, settled, shopSide, type Buyer } from '../../support/people/buyer.ts'
import { openTestMarket, type TestMarket } from '../../support/market/market.ts'
import { act, gesture, newDevice, until } from '../../support/device/world.ts'

// "Alerts": asked for in a tunnel, told once, and over then.

let market: TestMarket
let shop: ReturnType<typeof shopSide>
beforeAll(async () => {
  market = await openTestMarket()
  shop = shopSide(market)
})
afterAll(() => market.close())

type Looked = Pick<Buyer, 'device' | 'person'>
async function read<T>({ device, person }: Looked, query: (readers: Readers) => Promise<T>): Promise<T> {
  const [user, catalogue] = [await device.userDb(person.uid), await device.catalogueDb()]
  const found = await query({ user, catalogue } as unknown as Readers)
  user.close()
  catalogue.close()
  return found
}
const messagesOf = async (b: Looked) =>
  (await read(b, messageItems)).filter((m) => m.kind.startsWith('watch')).map((m) => [m.kind, m.subject?.id, m.values])
const waits = async (b: Looked) => (await read(b, watchItems)).map((w) => w.key)
const wanting = (what: Payload<'watch.set'>['what'], more: Partial<Payload<'watch.set'>>): Payload<'watch.set'> => ({
  what,
  id: 0,
  variantId: 0,
  price: null,
  currency: 'USD',
  area: '',
  on: true,
  ...more,
})

it('a price that is waited for is told when it has fallen far enough, once, and the waiting is over', async () => {
  const b = await newBuyer(market)
  const id = b.one.ids[0]!
  b.device.network.faults.offline = true
  await act(b.tab, 'watch.set', wanting('price', { id, price: 400 }))
  expect(await waits(b)).toEqual([`price:${id}:0`])
  await online(b)
  await settled(b)
  await shop.setPrice(b.one, 450)
  expect(await tellAllWatched(market.db, Date.now())).toBe(0)
  await shop.setPrice(b.one, 390)
  expect([await tellAllWatched(market.db, Date.now()), await tellAllWatched(market.db, Date.now())]).toEqual([1, 0])
  await until('the message is there', async () => (await messagesOf(b)).length === 1)
  expect(await messagesOf(b)).toEqual([['watchPrice', String(id), { amount: 390, currency: 'USD' }]])
  expect(await waits(b)).toEqual([])
  expect(b.device.reports).toEqual([])
  await b.device.end()
})

it('stock, a currency and an area are told, too; what is so already is told at once', async () => {
  const b = await newBuyer(market)
  const [id, there] = b.two.ids as [number, number]
  await shop.setStock(b.two, 0)
  await operate(market.db, ['area', 'close', 'IS'], Date.now())
  await act(b.tab, 'watch.set', wanting('stock', { id }))
  await act(b.tab, 'watch.set', wanting('area', { area: 'IS' }))
  await act(b.tab, 'watch.set', wanting('currency', { id, currency: 'ISK' }))
  await act(b.tab, 'watch.set', wanting('stock', { id: there }))
  await settled(b)
  await until('the message about goods already there has come', async () => (await messagesOf(b)).length === 1)
  expect((await waits(b)).sort()).toEqual(['area:IS', 'currency:ISK', `stock:${id}:0`])
  await shop.setStock(b.two, 5)
  await operate(market.db, ['area', 'open', 'IS'], Date.now())
  await operate(market.db, ['rate', 'ISK', '0.0071'], Date.now())
  expect(await tellAllWatched(market.db, Date.now())).toBe(3)
  await until('all are told', async () => (await messagesOf(b)).length === 4)
  expect((await messagesOf(b)).map(([kind]) => kind).sort()).toEqual([
    'watchArea',
    'watchCurrency',
    'watchStock',
    'watchStock',
  ])
  await b.device.end()
})

it('what cannot be waited for is refused with its reason, and kept in sight', async () => {
  const b = await newBuyer(market)
  await b.tab.mutate([
    { intentId: gesture(), name: 'watch.set', payload: wanting('stock', { id: 2_000_000_000 }) },
    { intentId: gesture(), name: 'watch.set', payload: wanting('area', { area: 'XX' }) },
  ])
  await b.tab.flush(true)
  const refused = () =>
    read(b, async ({ user }) =>
      (await user.outbox.toArray()).flatMap((i) => (i.state === 'rejected' ? [i.last?.reason] : [])),
    )
  await until('both are refused', async () => (await refused()).length === 2)
  expect((await refused()).sort()).toEqual(['invalid', 'productGone'])
  await b.device.end()
})

it("a guest's waiting becomes the person's who signs in", async () => {
  const { ids } = await market.products(1, 0)
  const person = await market.person()
  const device = newDevice(market)
  const tab = device.tab()
  await tab.ready()
  await act(tab, 'watch.set', wanting('stock', { id: ids[0]! }))
  await tab.call('user.login', { email: person.email, password: person.password })
  await settled({ device, person })
  expect(await waits({ device, person })).toEqual([`stock:${ids[0]}:0`])
  await device.end()
})
