import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { orderRefOf } from '#contract/orders/schema.ts'
import type { Payload } from '#contract/registry.ts'
import { PAY_WITHIN } from '#contract/orders/states.ts'
import { OrderSetting, outcomesOf } from '../../tests/support/market/order-setting.ts'
import { makeAddress, makeShop, ordersIn, placing } from '../../tests/support/market/orders.ts'
import { pullFeed } from '../sync/pull.ts'
import { purgeOutcomes } from '../sync/retention.ts'

const setting = new OrderSetting()
const { push, place, simple, stock, act, state } = setting

describe('placing', () => {
  it('reserves the stock, takes the pieces off the cart and says until when', async () => {
    const line = { id: setting.shop.ids[0]!, shopId: setting.shop.shopId, variantId: 0 }
    const [added, result] = await push(
      ['cart.add', { ...line, num: 5, price: 500, currency: 'USD' }],
      ['order.place', await simple(3, { remark: 'ring twice' })],
    )
    expect(added!.outcome).toBe('accepted')
    expect(ordersIn(result!.rows)).toMatchObject([
      {
        state: 'unpaid',
        goods: 1500,
        shipping: 900,
        tax: 105,
        total: 2505,
        due: { amount: 2505, currency: 'USD' },
        payBy: setting.now + PAY_WITHIN,
        createdAt: setting.now,
        remark: 'ring twice',
        addressId: setting.addressId,
        lines: [{ ...{ id: line.id, variantId: 0 }, num: 3, price: 500, amount: 1500, title: { en: 'Thing 0' } }],
      },
    ])
    expect(JSON.parse(ordersIn(result!.rows)[0]!.address!)).toEqual({
      country: 'DE',
      province: 'DE-BE',
      city: 'Berlin',
      detail: 'Torstraße 1',
      zip: '10119',
      recipient: 'Robin',
      mobile: '+4930123456',
    })
    expect(result!.rows[1]).toMatchObject({ table: 'cartLines', row: { num: 2 } })
    expect(await stock()).toBe(7)
    const pulled = await pullFeed(setting.market.db, setting.person.uid, 0, undefined)
    expect(pulled.changes.filter((c) => c.table === 'orders')).toEqual(result!.rows.slice(0, 1))
  })

  it('counts minimum, multiple and ladder over all choices of a product', async () => {
    const [a, b] = setting.shop.variants[1]!
    const of = (x: number, y: number) =>
      placing(setting.market.db, setting.shop.shopId, setting.addressId, [
        { id: setting.shop.ids[1]!, variantId: a!, num: x },
        { id: setting.shop.ids[1]!, variantId: b!, num: y },
      ])
    expect((await place(await of(1, 2))).refusal).toMatchObject({ reason: 'belowMinimum', params: { missing: 1 } })
    expect(ordersIn((await place(await of(3, 3))).rows)).toMatchObject([{ goods: 3 * 200 + 3 * 300 }])
    expect(await stock(1)).toBe(4)
    expect(
      (
        await place(
          await placing(setting.market.db, setting.shop.shopId, setting.addressId, [
            { id: setting.shop.ids[1]!, variantId: a!, num: 2 },
          ]),
        )
      ).refusal,
    ).toMatchObject({ reason: 'stockShort', params: { id: setting.shop.ids[1], available: 1 } })
  })

  it('is two orders of one group for two shops, and one shop without stock does not hold the other', async () => {
    const other = await makeShop(setting.market.db, [{ stock: 0 }, { stock: 5 }])
    const first = await simple()
    const gone = await placing(setting.market.db, other.shopId, setting.addressId, [{ id: other.ids[0]!, num: 1 }], {
      clientOrderId: first.clientOrderId,
    })
    const there = await placing(setting.market.db, other.shopId, setting.addressId, [{ id: other.ids[1]!, num: 1 }], {
      clientOrderId: first.clientOrderId,
    })
    expect(outcomesOf(await push(['order.place', first], ['order.place', gone], ['order.place', there]))).toEqual([
      'accepted',
      'refused outOfStock',
      'accepted',
    ])
    const orders = await setting.market.db
      .selectFrom('orders')
      .select(['group_id', 'store_id'])
      .where('user_id', '=', setting.person.uid)
      .orderBy('store_id')
      .execute()
    expect(orders).toEqual(
      [setting.shop.shopId, other.shopId].map((store_id) => ({ group_id: first.clientOrderId, store_id })),
    )
  })

  it('asks when the price rose, and passes on one that fell', async () => {
    const seen = await simple(2)
    expect(await act('price', String(setting.shop.ids[0]), '6.00')).toMatchObject({ exit: 0 })
    const asked = await place(seen)
    expect(asked).toMatchObject({
      outcome: 'needsConsent',
      refusal: { reason: 'priceRose', params: { total: 1200 + 84 + 900 } },
    })
    expect([await stock(), await state(orderRefOf(seen.clientOrderId, setting.shop.shopId))]).toEqual([10, undefined])
    const consented = await simple(2, { clientOrderId: seen.clientOrderId })
    await act('price', String(setting.shop.ids[0]), '450')
    expect(ordersIn((await place(consented)).rows)).toMatchObject([{ goods: 900, total: 900 + 63 + 900 }])
  })

  it('asks when stock is short, and refuses when there is none', async () => {
    const seen = await simple(8)
    await act('stock', String(setting.shop.ids[0]), '5')
    expect(await place(seen)).toMatchObject({
      outcome: 'needsConsent',
      refusal: { reason: 'stockShort', params: { id: setting.shop.ids[0], available: 5 } },
    })
    await act('stock', String(setting.shop.ids[0]), '0')
    expect(await place(await simple(8, { clientOrderId: seen.clientOrderId }))).toMatchObject({
      outcome: 'refused',
      refusal: { reason: 'outOfStock' },
    })
    expect(await stock()).toBe(0)
  })

  it('refuses what cannot be delivered or paid, and changes nothing', async () => {
    const reasons: unknown[] = []
    const at = async (more: Partial<Payload<'order.place'>>) => {
      reasons.push((await place(await simple(1, more))).refusal)
    }
    await at({ addressId: randomUUID() })
    await at({ addressId: await makeAddress(setting.market.db, (await setting.market.person()).uid) })
    await at({ addressId: await makeAddress(setting.market.db, setting.person.uid, { city: ' ' }) })
    await act('area', 'close', 'FR')
    await at({ addressId: await makeAddress(setting.market.db, setting.person.uid, { country: 'FR', province: '' }) })
    await act('area', 'open', 'FR')
    await at({ lines: [{ id: 2_000_000_000, variantId: 0, num: 1, price: 1 }] })
    await at({ lines: [{ id: setting.shop.ids[0]!, variantId: 99, num: 1, price: 1 }] })
    await at({ lines: [{ id: setting.shop.ids[1]!, variantId: 0, num: 2, price: 1 }] })
    await at({ currency: 'EUR' })
    const swiss = await makeShop(setting.market.db, [{}], { currency: 'CHF' })
    reasons.push(
      (await place(await placing(setting.market.db, swiss.shopId, setting.addressId, [{ id: swiss.ids[0]!, num: 1 }])))
        .refusal,
    )
    expect(reasons).toMatchObject([
      { reason: 'addressGone' },
      { reason: 'addressGone' },
      { reason: 'addressIncomplete', params: { field: 'city' } },
      { reason: 'areaNotOpen' },
      { reason: 'productGone' },
      { reason: 'variantGone' },
      { reason: 'variantGone' },
      { reason: 'invalid' },
      { reason: 'currencyNotPayable' },
    ])
    expect([
      await stock(),
      await setting.market.db.selectFrom('orders').select('id').where('user_id', '=', setting.person.uid).execute(),
    ]).toEqual([10, []])
    await act('rate', 'CHF', '1.1')
    expect(
      ordersIn(
        (
          await place(
            await placing(setting.market.db, swiss.shopId, setting.addressId, [{ id: swiss.ids[0]!, num: 3 }]),
          )
        ).rows,
      ),
    ).toMatchObject([{ total: 1500, currency: 'CHF', due: { amount: 1650, currency: 'USD' } }])
  })

  it('answers the order that is there when its id comes again, also after ninety days, and never makes a second', async () => {
    const p = await simple()
    const first = await place(p)
    // It is told of only once.
    expect((await place({ ...p, total: p.total + 5 })).rows).toEqual(first.rows.filter((r) => r.table !== 'messages'))
    expect(outcomesOf([await place({ ...p, lines: p.lines.map((l) => ({ ...l, num: l.num + 1 })) })])).toEqual([
      'refused orderedBefore',
    ])
    expect(await stock()).toBe(7)
    const before = setting.seq
    await purgeOutcomes(setting.market.db, Date.now() + 91 * 86_400_000)
    setting.seq = first.seq - 1
    expect(await place(p)).toEqual(first)
    setting.seq = before
    const stranger = await setting.market.person()
    const [mine, theirs] = [setting.token, await setting.market.login(stranger)]
    const foreign = { ...p, addressId: await makeAddress(setting.market.db, stranger.uid) }
    const uid = setting.person.uid
    setting.person = stranger
    setting.token = theirs
    expect(outcomesOf([await place(foreign)])).toEqual(['refused idReused'])
    expect(outcomesOf(await push(['order.cancel', { id: orderRefOf(p.clientOrderId, p.shopId) }]))).toEqual([
      'refused orderGone',
    ])
    setting.token = mine
    expect(
      await setting.market.db.selectFrom('orders').select('user_id').where('group_id', '=', p.clientOrderId).execute(),
    ).toEqual([{ user_id: uid }])
  })
})
