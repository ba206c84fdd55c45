import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Stated } from '#contract/registry.ts'
import { presentRates } from '#server/rates/exchange.ts'
import { tellAllWatched } from '#server/messages/watches.ts'
import { operate } from '#server/operator/commands/operate.ts'
import { acting } from '../../support/life/acting.ts'
import { openTestMarket, type TestMarket } from '../../support/market/market.ts'
import { operatorWith, type Operator } from '../../support/market/operator.ts'
import { makeAddress, makeShop, ordersIn, placing } from '../../support/market/orders.ts'

// The choice of the market's currency by one operator: what it needs, what it waits for, and how far it goes.

const pair = process.env['MARKET_DB'] ?? 'pglite'

describe(`the choice (${pair})`, () => {
  let market: TestMarket
  let one: Operator
  let two: Operator
  beforeAll(async () => {
    market = await openTestMarket()
    one = await operatorWith(market, ['money'])
    two = await operatorWith(market, ['money'])
  })
  afterAll(() => market.close())
  const choose = (currency: string, worth: string, by = one) => by.ask('currencyChoose', { currency, worth })

  it('is of a currency in use, and by a number', async () => {
    expect((await choose('XAU', '2')).msg).toContain('“XAU” is not a currency in use')
    expect((await choose('USDT', '2')).msg).toContain('“USDT” is not a currency in use')
    expect((await choose('USD', '1')).msg).toContain('USD is already the market’s currency')
    expect((await choose('EGP', '0')).msg).toContain('not a valid rate for USD')
    // A limit that could not be counted any more.
    expect((await choose('EGP', '999999999999')).msg).toContain('not a valid rate for USD')
    const site = await operatorWith(market, ['site'])
    expect(await choose('EGP', '48.5', site)).toMatchObject({ code: 403, data: { reason: 'noRight' } })
  })

  it('waits for acts with amounts and rates in the currency before', async () => {
    expect((await one.ask('ratesSet', { rates: [{ currency: 'JPY', amount: '0.0067' }] })).data).toMatchObject({
      became: 'waits',
    })
    expect(((await one.ask('currencies')).data as Stated<'operator.currencies'>).market?.kept).toBe('acts')
    expect((await choose('EGP', '48.5')).msg).toContain('waiting for another operator')
    const [act] = await two.waiting()
    await two.ask('decide', { id: act!.id, agree: false })
    expect((await one.ask('moneySet', { what: 'unpaid', amount: '9000' })).data).toMatchObject({ became: 'waits' })
    expect((await choose('EGP', '48.5')).code).not.toBe(1)
    const [raise] = await two.waiting()
    expect(raise!.about?.money).toEqual({ amount: 900_000, currency: 'USD' })
    await two.ask('decide', { id: raise!.id, agree: false })
  })

  it('can be taken back while nothing depends on it, and gives no limit more room', async () => {
    expect((await choose('EGP', '50')).code).toBe(1)
    expect((await choose('USD', '0.02')).code).toBe(1)
    const { market: now, rates } = (await one.ask('currencies')).data as Stated<'operator.currencies'>
    expect(now).toMatchObject({ currency: 'USD', kept: null })
    expect(now!.limits.find(({ limit }) => limit === 'unpaidWorth')).toEqual({ limit: 'unpaidWorth', amount: 500_000 })
    expect(rates.find(({ currency }) => currency === 'EGP')).toMatchObject({ rate: '0.02' })
    expect(rates.find(({ currency }) => currency === 'USDT')).toMatchObject({ rate: '1' })
  })

  it('moves the rate of a currency no further than one operator does in a day, however often it is made', async () => {
    const market = await openTestMarket()
    const one = await operatorWith(market, ['money'])
    const choose = (currency: string, worth: string) => one.ask('currencyChoose', { currency, worth })
    const tooFar = async (currency: string, worth: string) =>
      expect((await choose(currency, worth)).msg).toContain(`too far from the current rate of ${currency}`)
    expect((await choose('EGP', '50')).code).toBe(1)
    await tooFar('USD', '0.03')
    expect((await choose('USD', '0.0205')).code).toBe(1)
    // Within five percent of the present rate, but not of the first one.
    await tooFar('EGP', '47')
    await tooFar('EGP', '52.7')
    // As the present rate has it.
    expect((await choose('EGP', '48.7804878')).code).toBe(1)
    // Commands set any rate.
    expect(await operate(market.db, ['currency', 'market', 'USD', '0.03'], Date.now())).toMatchObject({ exit: 0 })
    await market.close()
  })

  it('takes an order that was reckoned in the currency before, and asks for nothing', async () => {
    const market = await openTestMarket()
    const one = await operatorWith(market, ['money'])
    const person = await market.person()
    const me = acting(market, { uid: person.uid, token: await market.login(person) })
    const addressId = await makeAddress(market.db, person.uid)
    await operate(market.db, ['rate', 'EUR', '1.08'], Date.now())
    const shop = await makeShop(market.db, [{ ladder: [{ from: 1, price: 1000 }] }], { currency: 'EUR' })
    const [rate] = await presentRates(market.db, 'EUR')
    const p = await placing(market.db, shop.shopId, addressId, [{ id: shop.ids[0]!, num: 1 }])
    expect((await one.ask('currencyChoose', { currency: 'EGP', worth: '50' })).code).toBe(1)
    const { rows } = await me.push('order.submit', { ...p, rate: rate!, due: 1080 })
    expect(ordersIn(rows)[0]).toMatchObject({ state: 'unpaid', due: { amount: 54_000, currency: 'EGP' } })
    await market.close()
  })

  it('tells those who waited for the currency', async () => {
    const market = await openTestMarket()
    const one = await operatorWith(market, ['money'])
    const person = await market.person()
    const me = acting(market, { uid: person.uid, token: await market.login(person) })
    const { ids } = await makeShop(market.db, [{}], { currency: 'EGP' })
    const wanted = {
      what: 'currency',
      id: ids[0]!,
      variantId: 0,
      price: null,
      currency: 'EGP',
      area: '',
      on: true,
    } as const
    await me.push('watch.set', wanted)
    expect(await tellAllWatched(market.db, Date.now())).toBe(0)
    expect((await one.ask('currencyChoose', { currency: 'EGP', worth: '50' })).code).toBe(1)
    expect(await tellAllWatched(market.db, Date.now())).toBe(1)
    await market.close()
  })

  it('is none where the demo’s orders are', async () => {
    const { shopId } = await makeShop(market.db, [{}])
    await market.db.updateTable('stores').set({ demo: true }).where('id', '=', shopId).execute()
    expect(((await one.ask('currencies')).data as Stated<'operator.currencies'>).market?.kept).toBe('demo')
    expect((await choose('EGP', '48.5')).msg).toContain('The demo’s orders are in USD')
  })
})
