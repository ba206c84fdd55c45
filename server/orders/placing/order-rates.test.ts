import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { FIRST_CURRENCY, ratesIn, type Rate } from '#contract/currencies/exchange.ts'
import { convertSums } from '#contract/orders/sums.ts'
import type { Payload } from '#contract/registry.ts'
import type { PushResult } from '#contract/sync/schema.ts'
import { OrderSetting, outcomesOf } from '../../../tests/support/market/order-setting.ts'
import { makeShop, ordersIn, placing } from '../../../tests/support/market/orders.ts'
import { presentRates } from '../../rates/exchange.ts'
import { setRate } from '../../rates/operator.ts'

const setting = new OrderSetting()
const { push, pay } = setting

const setEuro = async (rate: string): Promise<Rate> => {
  await setRate(setting.market.db, ['EUR', rate])
  return (await presentRates(setting.market.db, 'EUR'))[0]!
}

/** An order of a shop in euro, by the rate that its buyer sees; and of which sums. */
async function order(rate: Rate): Promise<Payload<'order.buy'>> {
  const { db } = setting.market
  const shop = await makeShop(db, [{ ladder: [{ from: 1, price: 333 }] }, { ladder: [{ from: 1, price: 77 }] }], {
    currency: 'EUR',
    shipping: 501,
    tax: 700,
  })
  const wanted = shop.ids.map((id) => ({ id, num: 3 }))
  const place = await placing(db, shop.shopId, setting.addressId, wanted)
  const sums = { ...place, lines: place.lines.map((l) => ({ amount: l.price * l.num })) }
  const due = convertSums(sums, 'EUR', FIRST_CURRENCY, ratesIn([rate]))!.total
  return { ...place, rate, due }
}

describe('an order in another currency', () => {
  it('is paid by what its buyer saw to the cent, keeps its rate, and is paid so', async () => {
    const rate = await setEuro('1.0835')
    const p = await order(rate)
    const [result] = await push(['order.buy', p])
    const [placed] = ordersIn(result!.rows)
    expect(placed).toMatchObject({ due: { amount: p.due, currency: 'USD' }, rate })
    await setEuro('1.5')
    const { rows } = (await pay([placed!.id])).data as { rows: PushResult['rows'] }
    expect(ordersIn(rows)).toMatchObject([{ state: 'paid', due: { amount: p.due }, rate }])
  })

  it('holds the rate that was seen within one in a hundred, either way', async () => {
    for (const [seen, now] of [
      ['1.0000', '1.0100'],
      ['1.0100', '1.0001'],
    ] as const) {
      const p = await order(await setEuro(seen))
      await setEuro(now)
      const [result] = await push(['order.buy', p])
      expect(ordersIn(result!.rows)).toMatchObject([{ due: { amount: p.due }, rate: p.rate }])
    }
  })

  it('is asked about when the rate moved against the buyer further than that, and costs less when it fell', async () => {
    const p = await order(await setEuro('1'))
    const dearer = await setEuro('1.0101')
    const [asked] = await push(['order.buy', p])
    expect(outcomesOf([asked!])).toEqual(['needsConsent rateMoved'])
    const again = { ...p, ...(await sameAt(p, dearer)) }
    expect(asked!.refusal!.params).toEqual({ due: again.due })
    const [agreed] = await push(['order.buy', again])
    expect(ordersIn(agreed!.rows)).toMatchObject([{ due: { amount: again.due }, rate: dearer }])

    const high = await order(await setEuro('2'))
    const low = await setEuro('1.9')
    const [cheaper] = await push(['order.buy', high])
    expect(ordersIn(cheaper!.rows)).toMatchObject([{ due: { amount: (await sameAt(high, low)).due }, rate: low }])
  })

  it('is paid by the present rate where the one that was seen was replaced a week ago', async () => {
    const { db } = setting.market
    const seen = await setEuro('1.0000')
    const p = await order(seen)
    const dearer = await setEuro('1.0050')
    const replaced = (days: number) =>
      db
        .updateTable('past_rates')
        .set({ at: new Date(Date.now() - days * 86_400_000) })
        .where('id', '=', dearer.id)
        .execute()
    await replaced(8)
    const [asked] = await push(['order.buy', p])
    const again = { ...p, ...(await sameAt(p, dearer)) }
    expect([outcomesOf([asked!]), asked!.refusal!.params]).toEqual([['needsConsent rateMoved'], { due: again.due }])
    await replaced(6)
    const [held] = await push(['order.buy', p])
    expect(ordersIn(held!.rows)).toMatchObject([{ due: { amount: p.due }, rate: seen }])

    // One that has become cheaper is paid so.
    const high = await order(await setEuro('1.0040'))
    const low = await setEuro('1.0030')
    await sql`update past_rates set at = now() - interval '8 days' where id = ${low.id}::bigint`.execute(db)
    const [cheaper] = await push(['order.buy', high])
    expect(ordersIn(cheaper!.rows)).toMatchObject([{ due: { amount: (await sameAt(high, low)).due }, rate: low }])
  })

  it('of an older device, which knows no rates, is paid by the present one', async () => {
    const { rate: _rate, due: _due, ...old } = await order(await setEuro('1'))
    const present = await setEuro('1.2')
    const [result] = await push(['order.place', old])
    expect(ordersIn(result!.rows)).toMatchObject([{ rate: present }])
  })

  it('by a rate that nobody remembers is asked about', async () => {
    const p = await order(await setEuro('1'))
    const [result] = await push(['order.buy', { ...p, rate: { ...p.rate!, id: 999_999 } }])
    expect(outcomesOf([result!])).toEqual(['needsConsent rateMoved'])
  })
})

async function sameAt(p: Payload<'order.buy'>, rate: Rate): Promise<{ rate: Rate; due: number }> {
  const sums = { ...p, lines: p.lines.map((l) => ({ amount: l.price * l.num })) }
  return { rate, due: convertSums(sums, 'EUR', FIRST_CURRENCY, ratesIn([rate]))!.total }
}
