import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { locales } from '#contract/text/locales.ts'
import { operate } from '#server/operator/commands/operate.ts'
import { addMember, endMember } from '#server/members/members.ts'
import { text } from '#server/texts/texts.ts'
import {
  newBuyer,
  onDevice,
  online,
  orderInTunnel,
  outbox,
  placing,
  settled,
  shopSide,
  type Buyer,
} from '../../support/people/buyer.ts'
import { openTestMarket, type TestMarket } from '../../support/market/market.ts'
import { giveMoney } from '../../support/market/orders.ts'
import { accepting, asking, offered } from '../../support/people/quotes.ts'
import { act, until } from '../../support/device/world.ts'

// Members of a store neither buy from it nor review its products: its figures would be of its own making.

let market: TestMarket
beforeAll(async () => {
  market = await openTestMarket()
})
afterAll(() => market.close())

const joins = (b: Buyer, role: 'owner' | 'staff' = 'staff'): Promise<void> =>
  market.db.transaction().execute((tx) => addMember(tx, b.one.shopId, b.person.uid, role))
const leaves = (b: Buyer): Promise<void> =>
  market.db.transaction().execute((tx) => endMember(tx, b.one.shopId, b.person.uid))
/** Why the device was refused what it shows now, once so many were. */
async function refusals(b: Buyer, count: number): Promise<unknown[]> {
  const reasons = async () => (await outbox(b)).filter((row) => row.state === 'rejected').map((row) => row.last)
  await until('it is refused', async () => (await reasons()).length === count)
  return reasons()
}
const OWN = { reason: 'ownStore', params: { for: 'Test store' } }

it.each(['owner', 'staff'] as const)(
  'an order of its %s is refused, also one that waited in a tunnel',
  async (role) => {
    const b = await newBuyer(market)
    await joins(b, role)
    const before = await shopSide(market).stockOf(b.one)
    const { ids } = await orderInTunnel(b)
    await online(b)
    expect(await refusals(b, 1)).toEqual([OWN])
    // The other store's part of the checkout goes through.
    await until('the other is placed', async () => (await shopSide(market).orderOf(ids[1]!))?.state === 'unpaid')
    expect([await shopSide(market).orderOf(ids[0]!), await shopSide(market).stockOf(b.one)]).toEqual([
      undefined,
      before,
    ])
    expect((await onDevice(b)).cart[b.one.ids[0]!]).toBe(4)
    await b.device.end()
  },
)

it('so is asking what an order costs, asking for a price and accepting one; who has left may buy', async () => {
  const { b, id } = await offered(market, 480)
  await joins(b)
  await act(b.tab, 'quote.accept', accepting(b, id, 480))
  expect(await refusals(b, 1)).toEqual([OWN])
  await act(b.tab, 'quote.ask', asking(b, { id: randomUUID() }))
  expect(await refusals(b, 2)).toEqual([OWN, OWN])
  const {
    goods: _goods,
    shipping: _shipping,
    tax: _tax,
    total: _total,
    ...wish
  } = placing(randomUUID(), randomUUID(), b.one, 4)
  await act(b.tab, 'order.ask', wish)
  expect(await refusals(b, 3)).toEqual([OWN, OWN, OWN])
  await leaves(b)
  await act(b.tab, 'quote.accept', accepting(b, id, 480))
  await until('it is accepted', async () => (await onDevice(b)).cart[b.one.ids[0]!] === 100)
  await b.device.end()
})

it('an order from before is delivered, and cannot be reviewed', async () => {
  const b = await newBuyer(market)
  const { ids } = await orderInTunnel(b)
  await online(b)
  await settled(b)
  await giveMoney(market.db, b.person.uid, 10_000_000)
  await joins(b)
  const paid = await b.tab.call('order.pay', { ids: [ids[0]!], password: b.person.password }, b.person.uid)
  expect(paid.kind).toBe('accepted')
  await operate(market.db, ['ship', ids[0]!], Date.now())
  await act(b.tab, 'order.receive', { id: ids[0]! })
  await settled(b)
  const praise = { orderId: ids[0]!, productId: b.one.ids[0]!, rating: 5, text: 'The best', language: 'en' as const }
  await act(b.tab, 'review.write', { ...praise, pictures: [] })
  expect(await refusals(b, 1)).toEqual([OWN])
  expect(await market.db.selectFrom('reviews').select('id').execute()).toEqual([])
  await b.device.end()
})

it('is said in every language, with the name of the store', () => {
  for (const { code } of locales) {
    const message = text(code, 'refusals.ownStore', { for: 'Paper Lantern' })
    expect(message).toContain('Paper Lantern')
    expect(message).not.toContain('{{')
  }
})
