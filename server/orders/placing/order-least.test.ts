import { expect, it } from 'vitest'
import type { Output } from '#contract/registry.ts'
import { OrderSetting, outcomesOf } from '../../../tests/support/market/order-setting.ts'
import { placing } from '../../../tests/support/market/orders.ts'

// A store's least order: set by its operator, told with the store, and held by the server.

const s = new OrderSetting()
const order = async (num: number) =>
  outcomesOf(
    await s.push([
      'order.submit',
      {
        ...(await placing(s.market.db, s.shop.shopId, s.addressId, [{ id: s.shop.ids[0]!, num }])),
        rate: null,
        due: 1_000_000,
      },
    ]),
  )
const store = async () =>
  ((await s.market.call('/api/index/shop_info', { id: s.shop.shopId })).data as Output<'catalogue.store'>).store

it('of pieces counts all goods of an order', async () => {
  expect((await s.act('least', String(s.shop.shopId), 'pieces', '6')).text).toBe(
    'Test store takes orders from 6 pieces.',
  )
  expect(await store()).toMatchObject({ least: { pieces: 6 } })
  const few = await s.push(['order.place', await s.simple(4)])
  expect(few[0]).toMatchObject({
    outcome: 'refused',
    refusal: { reason: 'belowStorePieces', params: { missing: 2, least: 6 } },
  })
  const mixed = await placing(s.market.db, s.shop.shopId, s.addressId, [
    { id: s.shop.ids[0]!, num: 4 },
    { id: s.shop.ids[1]!, variantId: s.shop.variants[1]![0]!, num: 2 },
  ])
  expect(outcomesOf(await s.push(['order.place', mixed]))).toEqual(['accepted'])
})

it('of an amount counts the goods alone, and is taken off again', async () => {
  await s.act('least', String(s.shop.shopId), 'amount', '20.00')
  expect(await store()).toMatchObject({ least: { amount: 2000 } })
  // Three pieces are 15.00, and 24.00 with shipping and taxes.
  expect(await order(3)).toEqual(['refused belowStoreAmount'])
  expect(await order(4)).toEqual(['accepted'])
  await s.act('least', String(s.shop.shopId), 'amount', '0')
  expect((await store()).least).toBeNull()
  expect(await order(1)).toEqual(['accepted'])
})

it('is refused where it is none', async () => {
  for (const args of [[], ['x', 'pieces', '3'], ['1', 'kilos', '3'], ['1', 'pieces', '1.5'], ['999999', 'pieces', '3']])
    expect((await s.act('least', ...args)).exit).not.toBe(0)
})
