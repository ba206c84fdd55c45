import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Payload } from '#contract/registry.ts'
import { cartLineCount } from '#localdb/queries/cart/badges.ts'
import { cartItems } from '#localdb/queries/cart/items.ts'
import { tickedLines } from '#localdb/queries/cart/lines.ts'
import type { Readers } from '#localdb/read.ts'
import { newBuyer, online, settled, type Buyer } from '../../support/people/buyer.ts'
import { openTestMarket, type TestMarket } from '../../support/market/market.ts'
import { act, endDevices, newDevice, until } from '../../support/device/world.ts'

// Lines that a cart's owner puts aside are out of every sum, wherever it is made, on all of their devices. They come
// back when they are wanted.

let market: TestMarket
beforeAll(async () => {
  market = await openTestMarket()
})
afterAll(async () => {
  await endDevices()
  await market.close()
})

type Of = Pick<Buyer, 'device' | 'person'>
async function reading<T>({ device, person }: Of, query: (db: Readers) => Promise<T>): Promise<T> {
  const [user, catalogue] = [await device.userDb(person.uid), await device.catalogueDb()]
  const found = await query({ user, catalogue } as unknown as Readers)
  for (const db of [user, catalogue]) db.close()
  return found
}
/** The pieces of each line, and how it stands. */
const shown = async (of: Of) =>
  (await reading(of, cartItems)).items.map(
    ({ num, ticked, later }) => `${num} ${later ? 'aside' : ticked ? 'ticked' : 'unticked'}`,
  )
const lineOf = (b: Buyer, n: number): Omit<Payload<'cart.later'>, 'on'> => ({
  id: b.one.ids[n]!,
  shopId: b.one.shopId,
  variantId: 0,
})
async function filled(): Promise<Buyer> {
  const b = await newBuyer(market)
  for (const n of [0, 1]) await act(b.tab, 'cart.add', { ...lineOf(b, n), num: 10 + n, price: 500, currency: 'USD' })
  await settled(b)
  return b
}

it('is put aside in a tunnel, out of count and order, once though the answer is lost, on the other device too', async () => {
  const b = await filled()
  b.device.network.faults.offline = true
  await act(b.tab, 'cart.later', { ...lineOf(b, 0), on: true })
  expect(await shown(b)).toEqual(['10 aside', '11 ticked'])
  expect(await reading(b, cartLineCount)).toBe(1)
  expect((await reading(b, tickedLines)).map(({ id }) => id)).toEqual([b.one.ids[1]])
  b.device.network.faults.loseAnswers = 1
  await online(b)
  await settled(b)
  const device = newDevice(market)
  const tab = device.tab()
  await tab.call('user.login', { email: b.person.email, password: b.person.password })
  const c = { device, tab, person: b.person }
  await until('it is aside there, too', async () => (await shown(c)).join() === '10 aside,11 ticked')

  // The other device wants it back and adds to it, while this one ticks what it has.
  await act(c.tab, 'cart.add', { ...lineOf(b, 0), num: 2, price: 500, currency: 'USD' })
  await settled(c)
  await b.tab.flush(true)
  await until('it is back', async () => (await shown(b)).join() === '12 ticked,11 ticked')
})

it('comes back ticked, and a removal that is undone leaves it aside', async () => {
  const b = await filled()
  await act(b.tab, 'cart.later', { ...lineOf(b, 0), on: true })
  await act(b.tab, 'cart.later', { ...lineOf(b, 1), on: true })
  await act(b.tab, 'cart.set', { ...lineOf(b, 0), from: 10, to: 0 })
  await settled(b)
  await act(b.tab, 'cart.set', { ...lineOf(b, 0), from: 0, to: 10 })
  await act(b.tab, 'cart.later', { ...lineOf(b, 1), on: false })
  expect(await shown(b)).toEqual(['10 aside', '11 ticked'])
  await settled(b)
  expect(await shown(b)).toEqual(['10 aside', '11 ticked'])
  const rows = await market.db.selectFrom('cart_lines').selectAll().where('user_id', '=', b.person.uid).execute()
  expect(rows.map(({ num, ticked, later }) => [num, ticked, later]).sort()).toEqual([
    [10, false, true],
    [11, true, false],
  ])
})

it('goes along when a guest signs in', async () => {
  const b = await newBuyer(market)
  const device = newDevice(market)
  const tab = device.tab()
  await tab.ready()
  await act(tab, 'cart.add', { ...lineOf(b, 0), num: 7, price: 500, currency: 'USD' })
  await act(tab, 'cart.later', { ...lineOf(b, 0), on: true })
  await tab.call('user.login', { email: b.person.email, password: b.person.password })
  const c = { device, tab, person: b.person }
  await until('it came along', async () => (await shown(c)).join() === '7 aside')
  await settled(c)
  expect(await shown(c)).toEqual(['7 aside'])
})
