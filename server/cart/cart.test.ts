import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { CART_LINES_MAX } from '#contract/wire/limits.ts'
import type { PushResult } from '#contract/sync/schema.ts'
import { openTestMarket, type TestMarket, type TestPerson } from '../../tests/support/market/market.ts'
import { makeShop } from '../../tests/support/market/orders.ts'

let market: TestMarket
let person: TestPerson
let token: string
let seq = 0
beforeAll(async () => {
  market = await openTestMarket()
})
afterAll(() => market.close())
beforeEach(async () => {
  person = await market.person()
  token = await market.login(person)
})

async function push(name: string, payload: unknown): Promise<string> {
  const intents = [{ seq: ++seq, name, payload, createdAt: 0 }]
  const body = { v: 1, uid: person.uid, incarnation: 'incarnation1', now: 0, intents }
  const answer = await market.call('/api/sync/push', body, token)
  const [result] = (answer.data as { results: PushResult[] }).results
  return `${result!.outcome}${result!.refusal ? ` ${result!.refusal.reason}` : ''}`
}
const lines = async (): Promise<number> =>
  (
    await sql<{
      n: number
    }>`select count(*)::int as n from cart_lines where user_id = ${person.uid}::uuid and num > 0`.execute(market.db)
  ).rows[0]!.n

it('a full cart is not filled further by setting lines that were taken off it', async () => {
  const { shopId, ids } = await market.products(CART_LINES_MAX + 1)
  await sql`
    insert into cart_lines (user_id, store_id, product_id, variant_id, num, seen_price, currency, rev)
    select ${person.uid}::uuid, ${shopId}::int, id, 0, case when id = ${ids[0]!}::int then 0 else 1 end, 500, 'USD', 1
    from unnest(${ids}::int[]) as id`.execute(market.db)
  const line = { shopId, variantId: 0 }
  expect(await lines()).toBe(CART_LINES_MAX)
  expect(await push('cart.set', { ...line, id: ids[0]!, from: 0, to: 2 })).toBe('refused cartFull')
  expect(await push('cart.set', { ...line, id: ids[1]!, from: 1, to: 5 })).toBe('accepted')
  expect(await push('cart.set', { ...line, id: ids[2]!, from: 1, to: 0 })).toBe('accepted')
  expect(await push('cart.set', { ...line, id: ids[0]!, from: 0, to: 2 })).toBe('accepted')
  expect(await lines()).toBe(CART_LINES_MAX)
})

it('a choice that is no longer sold cannot be set to more', async () => {
  const shop = await makeShop(market.db, [{ variants: [{ stock: 50 }] }])
  const variantId = shop.variants[0]![0]!
  const line = { id: shop.ids[0]!, shopId: shop.shopId, variantId }
  expect(await push('cart.add', { ...line, num: 3, price: 500, currency: 'USD' })).toBe('accepted')
  await market.db.deleteFrom('variants').where('id', '=', variantId).execute()
  await push('cart.set', { ...line, from: 3, to: 30 })
  const { num } = await market.db
    .selectFrom('cart_lines')
    .select('num')
    .where('user_id', '=', person.uid)
    .executeTakeFirstOrThrow()
  expect(num).toBe(3)
})

it('what cannot be paid for, or is short of its least quantity, is not put into a cart', async () => {
  const add = async (goods: object): Promise<string> => {
    const shop = await makeShop(market.db, [goods])
    return push('cart.add', {
      id: shop.ids[0]!,
      shopId: shop.shopId,
      variantId: 0,
      num: 1,
      price: 500,
      currency: 'USD',
    })
  }
  expect(await add({ currency: 'GBP' })).toBe('refused currencyNotPayable')
  expect(await add({ minimum: 50, stock: 41 })).toBe('refused stockBelowMinimum')
  expect(await add({ minimum: 50, stock: 0 })).toBe('refused outOfStock')
  expect(await add({ minimum: 50, stock: 50 })).toBe('accepted')
})
