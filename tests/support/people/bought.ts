import { expect } from 'vitest'
import type { Sale } from '#contract/sync/schema-store-rows.ts'
import type { TestMarket, TestPerson } from '../market/market.ts'
import { giveMoney, makeAddress, placing, type TestShop, type Wanted } from '../market/orders.ts'
import { look, type StaffPhone } from './staff-phone.ts'

/** A paid order, and whose it is. */
export interface Bought {
  buyer: TestPerson
  token: string
  id: string
}

/** An order of the store as a phone of its staff shows it. */
export const saleOn = (p: StaffPhone, id: string): Promise<Sale | null | undefined> =>
  look(p, async (db) => (await db.sales.get(id))?.shown)

/**
 * Somebody buys of a store, three pieces of its first product and two of its second unless it is said what, and pays;
 * its phones have heard of it.
 */
export async function buyOf(
  market: TestMarket,
  store: TestShop,
  phones: readonly StaffPhone[],
  wanted: readonly Wanted[] = store.ids.map((id, n) => ({ id, num: 3 - n })),
): Promise<Bought> {
  const buyer = await market.person()
  const token = await market.login(buyer)
  await giveMoney(market.db, buyer.uid, 1_000_000)
  const addressId = await makeAddress(market.db, buyer.uid, {})
  const p = await placing(market.db, store.shopId, addressId, wanted)
  expect((await market.call('/api/order/place', p, token)).code).toBe(1)
  const id = `${p.clientOrderId}:${store.shopId}`
  expect((await market.call('/api/order/pay', { ids: [id], password: buyer.password }, token)).code).toBe(1)
  for (const phone of phones) await expect.poll(async () => (await saleOn(phone, id))?.stage).toBe('paid')
  return { buyer, token, id }
}
