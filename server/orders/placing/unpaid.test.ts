import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { PushResult } from '#contract/sync/schema.ts'
import { openTestMarket, type TestMarket, type TestPerson } from '../../../tests/support/market/market.ts'
import { giveMoney, makeAddress, makeShop, placing, type TestShop } from '../../../tests/support/market/orders.ts'
import { operate } from '../../operator/commands/operate.ts'
import { UNPAID_MAX } from './unpaid.ts'

let market: TestMarket
let person: TestPerson
let token: string
let addressId: string
let shop: TestShop
let seq = 0
beforeAll(async () => {
  market = await openTestMarket()
})
afterAll(() => market.close())
beforeEach(async () => {
  person = await market.person()
  token = await market.login(person)
  addressId = await makeAddress(market.db, person.uid)
  // At 100.00 a piece.
  shop = await makeShop(market.db, [{ stock: 10_000, ladder: [{ from: 1, price: 10_000 }] }])
})

async function push(name: string, payload: unknown): Promise<PushResult> {
  const intents = [{ seq: ++seq, name, payload, createdAt: 0 }]
  const body = { v: 1, uid: person.uid, incarnation: 'incarnation1', now: 0, intents }
  return ((await market.call('/api/sync/push', body, token)).data as { results: PushResult[] }).results[0]!
}
/** Places an order of so many pieces; its id, or the refusal. */
async function place(num: number): Promise<string | PushResult['refusal']> {
  const p = await placing(market.db, shop.shopId, addressId, [{ id: shop.ids[0]!, num }])
  const { refusal } = await push('order.place', p)
  return refusal ?? `${p.clientOrderId}:${p.shopId}`
}
const stock = async (): Promise<number> =>
  (await market.db.selectFrom('products').select('stock').where('id', '=', shop.ids[0]!).executeTakeFirstOrThrow())
    .stock

describe('unpaid orders', () => {
  it('are so many at most; one that is cancelled or paid makes room', async () => {
    await giveMoney(market.db, person.uid, 10_000_000)
    const ids: string[] = []
    for (let i = 0; i < UNPAID_MAX; i++) ids.push((await place(1)) as string)
    expect(await place(1)).toEqual({ reason: 'tooManyUnpaid', params: { max: UNPAID_MAX } })
    expect(await stock()).toBe(10_000 - UNPAID_MAX)
    expect((await push('order.cancel', { id: ids[0] })).outcome).toBe('accepted')
    expect(await place(1)).toBeTypeOf('string')
    expect(await place(1)).toMatchObject({ reason: 'tooManyUnpaid' })
    expect((await market.call('/api/order/pay', { ids: [ids[1]], password: person.password }, token)).code).toBe(1)
    expect(await place(1)).toBeTypeOf('string')
  })

  it('are worth 5,000.00 at most together, whatever the balance, or what the operator says', async () => {
    expect(await place(30)).toBeTypeOf('string')
    expect(await place(21)).toEqual({ reason: 'tooMuchUnpaid', params: { most: '5000.00 USD' } })
    expect(await place(20)).toBeTypeOf('string')
    expect(await place(1)).toMatchObject({ reason: 'tooMuchUnpaid' })
    try {
      expect(await operate(market.db, ['unpaid', '5100.00'], 0)).toMatchObject({ exit: 0 })
      expect(await place(1)).toBeTypeOf('string')
      expect(await place(1)).toMatchObject({ params: { most: '5100.00 USD' } })
    } finally {
      await operate(market.db, ['unpaid', '5000'], 0)
    }
    expect(await operate(market.db, ['unpaid', 'much'], 0)).toMatchObject({ exit: 1 })
  })

  it('are worth the balance at most together, if that is more', async () => {
    await giveMoney(market.db, person.uid, 2_500_000)
    expect(await place(200)).toBeTypeOf('string')
    expect(await place(51)).toMatchObject({ reason: 'tooMuchUnpaid', params: { most: '25000.00 USD' } })
    expect(await place(50)).toBeTypeOf('string')
  })

  it('that were placed before are answered again at the limit', async () => {
    const p = await placing(market.db, shop.shopId, addressId, [{ id: shop.ids[0]!, num: 50 }])
    expect((await push('order.place', p)).outcome).toBe('accepted')
    expect((await push('order.place', p)).outcome).toBe('accepted')
    expect(await place(1)).toMatchObject({ reason: 'tooMuchUnpaid' })
  })
})
