import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { FEE_NOTICE_MS, marketFeeOf } from '#contract/market/fees.ts'
import { decimalOf } from '#contract/currencies/money.ts'
import { OrderSetting } from '../../../tests/support/market/order-setting.ts'
import { reasonOf } from '../../../tests/support/withdrawals/withdrawals.ts'
import { operatorWith } from '../../../tests/support/market/operator.ts'
import { orderChange, readOrders, type OrderRow } from '../order/change.ts'
import { readSale } from '../../stores/feed/sales.ts'
import { available, earned, escrow, FEES } from '../../ledger/accounts.ts'
import { balance } from '../../ledger/ledger.ts'
import { claimableFrom } from './claimable.ts'
import { feeChange } from './fees.ts'
import { readFeeRates } from '../../market/fee-rate.ts'

const setting = new OrderSetting()
const { act, push, placed, pay } = setting
/** The units of a cent. */
const CENT = 10_000n

/** Sets a fee that is in force at once. */
async function fee(percent: string): Promise<void> {
  await act('fee', percent)
  setting.now += FEE_NOTICE_MS
}

/** The money of the buyer, an order, the store and the market's fees (units). */
async function money(id: string): Promise<bigint[]> {
  const { db } = setting.market
  const { rows } = await sql<{ sum: string }>`
    select coalesce(sum(amount), 0)::text as sum from ledger_postings
    where account = ${FEES} and asset = 'tUSDT'`.execute(db)
  return [
    await balance(db, available(setting.person.uid), 'tUSDT'),
    await balance(db, escrow(id), 'tUSDT'),
    await balance(db, earned(setting.shop.shopId), 'tUSDT'),
    BigInt(rows[0]!.sum),
  ]
}
const since = async (id: string, before: readonly bigint[]): Promise<bigint[]> =>
  (await money(id)).map((units, n) => units - before[n]!)

/** A paid order, its worth in units, and the money before it. */
async function paid(num = 3): Promise<{ id: string; due: bigint; before: bigint[] }> {
  const id = await placed(num)
  const before = await money(id)
  expect((await pay([id])).code).toBe(1)
  return { id, due: -(await since(id, before))[0]!, before }
}

const row = (id: string) =>
  setting.market.db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

async function received(num = 3) {
  const order = await paid(num)
  await act('ship', order.id)
  await push(['order.receive', { id: order.id }])
  return order
}

/** Has the buyer claim their goods, and the operator give back an amount (decimal). */
async function givenBack(id: string, amount: string, num = 3): Promise<void> {
  const report = randomUUID()
  const line = { id: setting.shop.ids[0]!, variantId: 0, num }
  const problem = { problem: 'damaged', wish: 'refund', text: 'Broken', pictures: [] }
  await push(
    ['order.report', { id, report, parcel: 1, line, ...problem }],
    ['order.reply', { id, report, reply: 'escalate', offer: 0 }],
  )
  expect(await act('report', report, 'decide', amount, 'Broken')).toMatchObject({ exit: 0 })
}

describe('the market’s fee', () => {
  it('is nothing until an operator sets it', async () => {
    const { id, due, before } = await received()
    expect(await since(id, before)).toEqual([-due, 0n, due, 0n])
    expect((await setting.market.call('/api/index/settings', {})).data).toMatchObject({ fee: { rate: 0, next: null } })
  })

  it('is taken when the store gets its money, rounded down, by an entry of its own', async () => {
    await fee('2.57')
    const { id, due, before } = await paid()
    expect(await since(id, before)).toEqual([-due, due, 0n, 0n])
    await act('ship', id)
    await push(['order.receive', { id }])
    const taken = marketFeeOf(due, 257)
    expect(await since(id, before)).toEqual([-due, 0n, due - taken, taken])
    const entries = await setting.market.db
      .selectFrom('ledger_entries')
      .select('cause')
      .where('cause', 'like', `order:${id}:%`)
      .orderBy('id')
      .execute()
    expect(entries.map(({ cause }) => cause.slice(`order:${id}:`.length))).toEqual(['paid', 'received', 'received:fee'])
  })

  it('begins after its notice where it is higher, and at once where it is lower', async () => {
    await fee('0')
    const { now } = setting
    const { db } = setting.market
    await act('fee', '5')
    const next = { rate: 500, from: now + FEE_NOTICE_MS }
    expect(await readFeeRates(db, now)).toEqual({ rate: 0, next })
    expect((await setting.market.call('/api/index/settings', {})).data).toMatchObject({ fee: { rate: 0, next } })
    setting.now = next.from - 1
    const early = await paid(1)
    setting.now = next.from
    const late = await paid(1)
    expect([(await row(early.id)).fee_rate, (await row(late.id)).fee_rate]).toEqual([0, 500])
    await act('fee', '3')
    expect(await readFeeRates(db, setting.now)).toEqual({ rate: 300, next: null })
    // A rise that is announced anew begins no earlier, and keeps the rate in force until then.
    await act('fee', '4')
    setting.now += FEE_NOTICE_MS / 2
    await act('fee', '6')
    expect(await readFeeRates(db, setting.now)).toEqual({
      rate: 300,
      next: { rate: 600, from: setting.now + FEE_NOTICE_MS },
    })
    await act('ship', late.id)
    await push(['order.receive', { id: late.id }])
    expect((await since(late.id, late.before))[3]).toBe(marketFeeOf(late.due, 500))
  })

  it('is that on the sum, whatever the parts: rounded once', () => {
    const order = { fee_rate: 3_333, charged_units: '0' } as OrderRow
    let taken = 0n
    for (const units of [1n, 2n, 7n, 1n, -5n, 100n, -99n]) {
      taken += feeChange(order, units)
      order.charged_units = String(BigInt(order.charged_units) + units)
      expect(taken).toBe(marketFeeOf(BigInt(order.charged_units), 3_333))
    }
  })

  it('is returned on what is given back, to the last unit', async () => {
    await fee('10')
    const { id, due, before } = await received()
    await givenBack(id, '1.23')
    const left = due - 123n * CENT
    expect(await since(id, before)).toEqual([-left, 0n, left - marketFeeOf(left, 1_000), marketFeeOf(left, 1_000)])
    expect((await row(id)).charged_units).toBe(String(left))
  })

  it('lets a store that has nothing else give everything back', async () => {
    await fee('10')
    const { id, due, before } = await received()
    const store = earned(setting.shop.shopId)
    expect(await balance(setting.market.db, store, 'tUSDT')).toBe(due - marketFeeOf(due, 1_000))
    await givenBack(id, decimalOf(Number(due / CENT), 'USD'))
    expect(await since(id, before)).toEqual([0n, 0n, 0n, 0n])
  })

  it('is not taken of what goes back before it is the store’s', async () => {
    await fee('10')
    const { id, before } = await paid()
    await act('refund', id, 'shop')
    expect(await since(id, before)).toEqual([0n, 0n, 0n, 0n])
  })

  it('is no part of what a store keeps for claims', async () => {
    await fee('10')
    const { due } = await received()
    const { db } = setting.market
    const kept = await db.transaction().execute((tx) => claimableFrom(tx, setting.shop.shopId, 'tUSDT', setting.now))
    expect(kept).toBe(due - marketFeeOf(due, 1_000))
    expect(await balance(db, earned(setting.shop.shopId), 'tUSDT')).toBe(kept)
  })

  it('is raised by two operators, and lowered by one', async () => {
    await fee('0')
    const at = setting.now
    const [one] = [await operatorWith(setting.market, [], at), await operatorWith(setting.market, [], at)]
    const set = async (amount: string) => {
      const answer = await setting.market.call('/api/operator/moneySet', { what: 'fee', amount }, one.token)
      return (answer.data as { became?: string } | null)?.became ?? reasonOf(answer)
    }
    expect([await set('3'), (await readFeeRates(setting.market.db, at)).next]).toEqual(['waits', null])
    await fee('5')
    expect([await set('2.5'), await readFeeRates(setting.market.db, setting.now)]).toEqual([
      'done',
      { rate: 250, next: null },
    ])
    for (const wrong of ['51', '2.555', 'x', '-1']) expect(await set(wrong), wrong).toBe('operatorSays')
  })

  it('is in a row of the store’s feed, and in none of the buyer’s', async () => {
    await fee('2.5')
    const { id } = await paid()
    const { db } = setting.market
    expect((await db.transaction().execute((tx) => readSale(tx, id))).row).toMatchObject({ feeRate: 250 })
    const [order] = await readOrders(db, sql`o.id = ${id}::text`)
    expect(Object.keys(orderChange(order!).row!)).not.toContain('feeRate')
  })
})
