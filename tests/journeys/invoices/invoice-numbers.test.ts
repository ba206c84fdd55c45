import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { orderRefOf } from '#contract/orders/schema.ts'
import { readOrder } from '#server/orders/order/change.ts'
import { ownerTransaction, type OwnerCall } from '#server/feed/owner-feed.ts'
import { toPay } from '#server/ledger/test-money.ts'
import { moveOrder } from '#server/orders/moves/moves.ts'
import { openTestMarket, type TestMarket, type TestPerson } from '../../support/market/market.ts'
import { giveMoney, makeAddress, makeShop, placing, unsound, type TestShop } from '../../support/market/orders.ts'
import { GAPS } from '../../support/market/papers.ts'

// The numbers of invoices and credit notes, and that nothing changes them. On PGlite transactions take turns; on
// PostgreSQL they meet.

let market: TestMarket
beforeAll(async () => {
  market = await openTestMarket({ anonymous: { capacity: 1e9, refillPerSecond: 1e9, maxKeys: 10 } })
})
afterAll(() => market.close())

interface Buyer extends TestPerson {
  token: string
  addressId: string
}
async function buyer(): Promise<Buyer> {
  const person = await market.person()
  await giveMoney(market.db, person.uid, 10_000_000)
  return { ...person, token: await market.login(person), addressId: await makeAddress(market.db, person.uid) }
}
async function place(b: Buyer, shop: TestShop): Promise<string> {
  const p = await placing(market.db, shop.shopId, b.addressId, [{ id: shop.ids[0]!, num: 2 }])
  expect((await market.call('/api/order/place', p, b.token)).code).toBe(1)
  return orderRefOf(p.clientOrderId, p.shopId)
}
async function pay(b: Buyer, ids: string[]): Promise<void> {
  const answer = await market.call('/api/order/pay', { ids, password: b.password }, b.token)
  expect(answer.code, answer.msg).toBe(1)
}
async function cancel(b: Buyer, id: string): Promise<void> {
  expect((await market.call('/api/order/cancel', { id }, b.token)).code).toBe(1)
}
/** Pays an order, which takes a number, in a transaction that does not come to its end. */
const paysInVain = (b: Buyer, id: string, ends: (call: OwnerCall) => void): Promise<unknown> =>
  ownerTransaction(market.db, b.uid, async (call) => {
    const order = (await readOrder(call.tx, b.uid, id))!
    await moveOrder(call, order, { event: 'pay', at: Date.now(), paid: toPay(order.due) })
    expect(call.also.some(({ table }) => table === 'invoices')).toBe(true)
    ends(call)
  })
const gaps = async (): Promise<object[]> => (await sql.raw<object>(GAPS).execute(market.db)).rows
const papersOf = ({ shopId }: TestShop, kind: 'invoice' | 'creditNote') =>
  market.db
    .selectFrom('invoices')
    .select(['n', 'number', 'issued_at'])
    .where('store_id', '=', shopId)
    .where('kind', '=', kind)
    .orderBy('n')
    .execute()

describe(`the numbers of papers (${process.env['MARKET_DB'] ?? 'pglite'})`, () => {
  it('have no gap, whoever pays, cancels and fails at the same moment', async () => {
    const [one, two] = await Promise.all([makeShop(market.db, [{}]), makeShop(market.db, [{}])])
    const buyers = await Promise.all(Array.from({ length: 6 }, buyer))
    await Promise.all(
      buyers.map(async (b, n) => {
        const shops = n % 2 === 0 ? [one, two] : [two, one]
        const together = [await place(b, shops[0]!), await place(b, shops[1]!)]
        const third = await place(b, one)
        await Promise.all([
          pay(b, together),
          paysInVain(b, third, (call) => call.abandon()),
          paysInVain(b, third, () => {
            throw new Error('the process dies')
          }).catch((error: Error) => expect(error.message).toBe('the process dies')),
        ])
        await Promise.all([pay(b, [third]), cancel(b, together[0]!)])
      }),
    )
    expect(await gaps()).toEqual([])
    const each = { one: await papersOf(one, 'invoice'), two: await papersOf(two, 'invoice') }
    expect([each.one.length, each.two.length]).toEqual([12, 6])
    expect(each.one.map(({ number }) => number)).toEqual(
      each.one.map((_, n) => `TEST-INV-${one.shopId}-${String(n + 1).padStart(6, '0')}`),
    )
    // They are issued in the order of their numbers.
    const times = each.one.map(({ issued_at: at }) => at.getTime())
    expect(times).toEqual(times.toSorted((a, b) => a - b))
    expect([...(await papersOf(one, 'creditNote')), ...(await papersOf(two, 'creditNote'))]).toHaveLength(6)
    expect(await unsound(market.db)).toEqual([])
  })

  it('of test money and of each kind are counted apart', async () => {
    const shop = await makeShop(market.db, [{}])
    const b = await buyer()
    const ids = [await place(b, shop), await place(b, shop)]
    await pay(b, ids)
    await cancel(b, ids[0]!)
    const { rows } = await sql`select kind, test, last from invoice_ranges where store_id = ${shop.shopId}::int
      order by kind`.execute(market.db)
    expect(rows).toEqual([
      { kind: 'creditNote', test: true, last: 1 },
      { kind: 'invoice', test: true, last: 2 },
    ])
  })

  describe('and what has them', () => {
    beforeAll(async () => {
      const b = await buyer()
      const id = await place(b, await makeShop(market.db, [{}]))
      await pay(b, [id])
      await cancel(b, id)
    })

    it.each([
      ['update invoices set total = total + 1', 'papers are append-only'],
      [`update invoices set paper = replace(paper, 'Robin', 'Robert')`, 'papers are append-only'],
      [`update invoices set number = number || 'x'`, 'papers are append-only'],
      ['update invoices set issued_at = now()', 'papers are append-only'],
      ['delete from invoices', 'papers are append-only'],
      ['truncate invoices', 'papers are append-only'],
      ['truncate invoice_ranges', 'papers are append-only'],
      ['update invoice_ranges set last = last + 2', 'counts by one'],
      ['update invoice_ranges set last = last - 1', 'counts by one'],
      ['delete from invoice_ranges', 'counts by one'],
      ['insert into invoice_ranges select store_id, kind, not test, 2, last_at from invoice_ranges', 'counts by one'],
      [
        `insert into invoices select id || 'x', store_id, user_id, order_id, kind, test, n + 1, number || 'x', credits,
          issued_at, currency, total, paper, hash, rev from invoices where kind = 'invoice'`,
        'was not taken from its range',
      ],
    ])('is changed by nobody: %s', async (statement, why) => {
      await expect(sql.raw(statement).execute(market.db)).rejects.toThrow(why)
    })

    it('is sent again with another rev of its store’s feed alone', async () => {
      await sql`update invoices set store_rev = null`.execute(market.db)
      await expect(sql`update invoices set store_rev = 1, n = n + 1`.execute(market.db)).rejects.toThrow('append-only')
    })
  })
})
