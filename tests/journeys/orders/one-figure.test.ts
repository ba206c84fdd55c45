import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ratesIn } from '#contract/currencies/exchange.ts'
import { cartItems } from '#localdb/queries/cart/items.ts'
import { ratesHere } from '#localdb/queries/catalogue/rates.ts'
import type { Readers } from '#localdb/read.ts'
import { available } from '#server/ledger/accounts.ts'
import { setRate } from '#server/rates/operator.ts'
import { reckonCart } from '../../../src/parts/cart/reckon-cart.ts'
import { newBuyer, online, settled, type Buyer } from '../../support/people/buyer.ts'
import { openTestMarket, type TestMarket } from '../../support/market/market.ts'
import { makeAddress, makeShop, moneyOn } from '../../support/market/orders.ts'
import { act, until } from '../../support/device/world.ts'

// One figure: what a device's cart shows in its own currency and says will be paid is what the order comes to at the
// server and what leaves the balance, to the cent; a rate that moves afterwards changes nothing of it.

let market: TestMarket
beforeAll(async () => {
  market = await openTestMarket()
})
afterAll(() => market.close())

/** Runs a query over the person's databases, as their screens do. */
async function reading<T>({ device, person }: Buyer, query: (db: Readers) => Promise<T>): Promise<T> {
  const user = await device.userDb(person.uid)
  const catalogue = await device.catalogueDb()
  try {
    return await query({ user, catalogue } as unknown as Readers)
  } finally {
    user.close()
    catalogue.close()
  }
}

it('is what the cart shows, the order states, and leaves the balance', async () => {
  const { db } = market
  await setRate(db, ['EUR', '1.0835'])
  await setRate(db, ['JPY', '0.0067'])
  const b = await newBuyer(market)
  const addressId = await makeAddress(db, b.person.uid)
  const shop = await makeShop(
    db,
    [{ ladder: [{ from: 1, price: 333 }] }, { ladder: [{ from: 1, price: 77 }], minimum: 10 }],
    { currency: 'EUR', shipping: 501, tax: 700 },
  )
  for (const [n, num] of [7, 4].entries())
    await act(b.tab, 'cart.add', {
      id: shop.ids[n]!,
      shopId: shop.shopId,
      variantId: 0,
      num,
      price: 1,
      currency: 'EUR',
    })
  await settled(b)
  await b.tab.want('catalogue.rates', {}, b.person.uid)
  await b.tab.want('catalogue.details', { ids: shop.ids }, b.person.uid)
  const rates = await reading(b, ratesHere)
  const found = await reading(b, cartItems)
  const cart = reckonCart(found.items, {
    stores: found.stores,
    inQuestion: new Set(),
    country: 'DE',
    areaOpen: true,
    now: 0,
    currency: 'JPY',
    rateOf: ratesIn(rates),
  })
  // Seven of the first count; the second is below its minimum.
  expect(cart.counted).toBe(1)
  const [part] = cart.parts
  const { due, sums } = part!
  expect(cart.total!.due).toBe(due.total)

  const checkout = randomUUID()
  await act(b.tab, 'order.buy', {
    clientOrderId: checkout,
    shopId: shop.shopId,
    addressId,
    currency: 'EUR',
    lines: sums.lines.map(({ id, variantId, num, price }) => ({ id, variantId, num, price })),
    goods: sums.goods,
    shipping: sums.shipping,
    tax: sums.tax,
    total: sums.total,
    remark: '',
    rate: rates.find((rate) => rate.currency === 'EUR')!,
    due: due.total,
  })
  await online(b)
  await settled(b)
  const id = `${checkout}:${shop.shopId}`
  const onDevice = await reading(b, async ({ user }) => (await user.orders.get(id))?.shown)
  expect(onDevice).toMatchObject({ state: 'unpaid', due: { amount: due.total, currency: 'USD' } })

  // The rates move; what was agreed to stays.
  await setRate(db, ['EUR', '1.5'])
  await b.tab.want('catalogue.details', { ids: shop.ids, now: true }, b.person.uid)
  await until('the device follows the rate', async () =>
    (await reading(b, ratesHere)).some((rate) => rate.currency === 'EUR' && rate.numerator === 15),
  )
  const before = await moneyOn(db, available(b.person.uid))
  const paid = await b.tab.call('order.pay', { ids: [id], password: b.person.password }, b.person.uid)
  expect(paid.kind).toBe('accepted')
  expect(before - (await moneyOn(db, available(b.person.uid)))).toBe(due.total)
  await b.device.end()
})
