import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { orderRefOf } from '#contract/orders/schema.ts'
import { PAY_WITHIN } from '#contract/orders/states.ts'
import type { PushResult } from '#contract/sync/schema.ts'
import { byTimer } from '../../../tests/support/market/audited.ts'
import { MONEY, OrderSetting, outcomesOf } from '../../../tests/support/market/order-setting.ts'
import { makeShop, moneyOn, ordersIn, placing } from '../../../tests/support/market/orders.ts'
import { LOCKED_MS } from '../../factors/fund-password.ts'
import { expireOrders } from '../expire.ts'
import { available } from '../../ledger/accounts.ts'

const setting = new OrderSetting()
const { push, place, stock, placed, pay, act, state, held } = setting

describe('paying', () => {
  it('moves the money into escrow once, all or none', async () => {
    const [a, b] = [await placed(), await placed()]
    expect((await pay([a, `${randomUUID()}:1`])).data).toMatchObject({ reason: 'orderGone' })
    expect(await held(a)).toEqual([MONEY, 0, 0])
    const profile = async () =>
      ((await setting.market.call('/api/user/profile', {}, setting.token)).data as { money: object }).money
    expect(await profile()).toMatchObject({ amount: MONEY, escrow: 0, unpaid: 5010 })
    const answer = await pay([a, b, a])
    expect(ordersIn((answer.data as { rows: PushResult['rows'] }).rows)).toMatchObject([
      { id: a, state: 'paid', payBy: null, paidAt: setting.now },
      { id: b, state: 'paid' },
    ])
    expect(await pay([a, b])).toMatchObject({ code: 1 })
    expect(await held(a)).toEqual([MONEY - 5010, 2505, 0])
    expect(await profile()).toMatchObject({ amount: MONEY - 5010, escrow: 5010, unpaid: 0 })
  })

  it('needs the fund password, and not too many guesses', async () => {
    const id = await placed()
    for (const left of [4, 3, 2, 1])
      expect((await pay([id], 'wrong')).data).toEqual({ reason: 'wrongFundPassword', params: { left } })
    expect((await pay([id], 'wrong')).data).toMatchObject({ reason: 'fundPasswordLocked' })
    expect((await pay([id])).data).toMatchObject({ reason: 'fundPasswordLocked' })
    expect(await state(id)).toMatchObject({ state: 'unpaid' })
    setting.now += LOCKED_MS
    expect(await pay([id])).toMatchObject({ code: 1 })
  })

  it('needs enough money', async () => {
    await act('unpaid', '20000')
    const dear = await makeShop(setting.market.db, [{ ladder: [{ from: 1, price: MONEY }] }], { shipping: 1 })
    const p = await placing(setting.market.db, dear.shopId, setting.addressId, [{ id: dear.ids[0]!, num: 1 }])
    await place(p)
    expect((await pay([await placed(), orderRefOf(p.clientOrderId, p.shopId)])).data).toMatchObject({
      reason: 'insufficientBalance',
      params: { missing: 2506 },
    })
    expect(await moneyOn(setting.market.db, available(setting.person.uid))).toBe(MONEY)
  })

  it('comes too late when the time is over, closed yet or not', async () => {
    const id = await placed()
    setting.now += PAY_WITHIN
    expect((await pay([id])).data).toMatchObject({ reason: 'orderMoved' })
    expect(await expireOrders(setting.market.db, setting.now)).toBeGreaterThan(0)
    expect(await expireOrders(setting.market.db, setting.now)).toBe(0)
    expect(await state(id)).toEqual({ state: 'cancelled', reason: 'timeout', reserved: false })
    expect(await byTimer(setting.market, id)).toMatchObject([
      { what: 'order.timeout', before: { state: 'unpaid' }, after: { state: 'cancelled' } },
    ])
    expect(await stock()).toBe(10)
    expect((await pay([id])).data).toMatchObject({ reason: 'orderMoved' })
  })
})

describe('what happens to an order', () => {
  it('cancelled: the stock is back once, and the money if it was paid', async () => {
    const [a, b] = [await placed(), await placed(2)]
    await pay([b])
    expect(
      outcomesOf(
        await push(
          ['order.cancel', { id: a }],
          ['order.cancel', { id: a }],
          ['order.cancel', { id: b }],
          ['order.receive', { id: b }],
        ),
      ),
    ).toEqual(['accepted', 'accepted', 'accepted', 'refused orderMoved'])
    expect([await stock(), await state(a), await state(b)]).toMatchObject([
      10,
      { state: 'cancelled', reason: 'buyer' },
      { state: 'cancelled', reason: 'buyer' },
    ])
    expect(await held(b)).toEqual([MONEY, 0, 0])
  })

  it('shipped and received: the shop has its money, and the pieces count as sold', async () => {
    const id = await placed()
    expect(await act('ship', id)).toMatchObject({ exit: 1 })
    await pay([id])
    expect(await act('ship', id, 'DHL', '00340')).toEqual({ exit: 0, text: `Order ${id} is shipped (it was paid).` })
    expect(await act('ship', id)).toMatchObject({ exit: 0 })
    expect(outcomesOf(await push(['order.cancel', { id }]))).toEqual(['refused orderMoved'])
    const [received] = await push(['order.receive', { id }])
    expect(ordersIn(received!.rows)).toMatchObject([
      { state: 'received', parcel: 'DHL 00340', shippedAt: setting.now, receivedAt: setting.now },
    ])
    expect(outcomesOf(await push(['order.receive', { id }]))).toEqual(['accepted'])
    expect(await held(id)).toEqual([MONEY - 2505, 0, 2505])
    expect(await act('refund', id)).toMatchObject({ exit: 1 })
    expect(
      await setting.market.db
        .selectFrom('products')
        .select(['stock', 'sales', 'turnover'])
        .where('id', '=', setting.shop.ids[0]!)
        .executeTakeFirst(),
    ).toEqual({ stock: 7, sales: 3, turnover: 1500 })
  })

  it('refunded: the money is back; goods that were sent are not on the shelf', async () => {
    const [a, b] = [await placed(), await placed(2)]
    await pay([a, b])
    await act('ship', a)
    expect(await act('refund', a, 'shop')).toMatchObject({ exit: 0 })
    expect(await act('refund', b)).toMatchObject({ exit: 0 })
    expect([await state(a), await state(b)]).toMatchObject([
      { state: 'refunded', reason: 'shop' },
      { state: 'refunded', reason: 'operator' },
    ])
    expect([await stock(), ...(await held(a))]).toEqual([7, MONEY, 0, 0])
  })

  it('reaches the catalogue: what changed carries its newest rev', async () => {
    const rev = async () =>
      (
        await setting.market.db
          .selectFrom('products')
          .select('rev')
          .where('id', '=', setting.shop.ids[0]!)
          .executeTakeFirstOrThrow()
      ).rev
    const before = await rev()
    const id = await placed()
    const after = await rev()
    await push(['order.cancel', { id }])
    expect([after > before, (await rev()) > after]).toEqual([true, true])
  })
})
