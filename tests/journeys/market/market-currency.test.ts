import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { convert, marketIn, ratesIn } from '#contract/currencies/exchange.ts'
import { decimalOf } from '#contract/currencies/money.ts'
import type { Stated } from '#contract/registry.ts'
import type { Order } from '#contract/sync/schema-rows.ts'
import { orderFigures, orderItems } from '#localdb/queries/orders/items.ts'
import { ratesHere } from '#localdb/queries/catalogue/rates.ts'
import type { Readers } from '#localdb/read.ts'
import { readOrder } from '#server/orders/order/change.ts'
import { ownerTransaction } from '#server/feed/owner-feed.ts'
import { available, earned } from '#server/ledger/accounts.ts'
import { balance } from '#server/ledger/ledger.ts'
import { operate } from '#server/operator/commands/operate.ts'
import { moveOrder } from '#server/orders/moves/moves.ts'
import { acting, type Acting } from '../../support/life/acting.ts'
import { openTestMarket, type TestMarket, type TestPerson } from '../../support/market/market.ts'
import { operatorWith, type Operator } from '../../support/market/operator.ts'
import {
  giveCoins,
  makeAddress,
  makeShop,
  ordersIn,
  placing,
  unsound,
  type TestShop,
} from '../../support/market/orders.ts'
import { papersOn } from '../../support/market/papers.ts'
import { act, endDevices, newDevice, type TestDevice, type TestTab } from '../../support/device/world.ts'

// A market in its own currency: chosen on the desk before anything was ordered, then ordered in, paid for, earned and
// written on invoices, whatever places the currency has; and fixed from the first order on.

interface Case {
  code: string
  /** The worth of a dollar in it. */
  worth: string
  /** The price of a piece, in minor units, and what that is in test USDT (units). */
  price: number
  units: bigint
  /** The first limits, converted: given back by one operator, and unpaid orders. */
  second: number
  unpaid: number
}

const cases: Case[] = [
  // 970 pounds are 20 dollars.
  { code: 'EGP', worth: '48.5', price: 97_000, units: 20_000_000n, second: 4_850_000, unpaid: 24_250_000 },
  // 3,000 yen are 20 dollars; a yen has no hundredths.
  { code: 'JPY', worth: '150', price: 3000, units: 20_000_000n, second: 150_000, unpaid: 750_000 },
  // 6.140 dinars are 20 dollars; a dinar has thousandths.
  { code: 'KWD', worth: '0.307', price: 6140, units: 20_000_000n, second: 307_000, unpaid: 1_535_000 },
]

const pair = process.env['MARKET_DB'] ?? 'pglite'

describe.each(cases)(`a market in $code (${pair})`, ({ code, worth, price, units, second, unpaid }) => {
  let market: TestMarket
  let one: Operator
  let shop: TestShop
  let person: TestPerson
  let me: Acting
  let device: TestDevice
  let tab: TestTab
  let addressId: string
  beforeAll(async () => {
    market = await openTestMarket()
    one = await operatorWith(market, ['money'])
    person = await market.person()
    me = acting(market, { uid: person.uid, token: await market.login(person) })
    addressId = await makeAddress(market.db, person.uid)
    device = newDevice(market)
    tab = device.tab()
    const login = await tab.call('user.login', { email: person.email, password: person.password })
    if (login.kind !== 'accepted') throw new Error(`cannot log in: ${login.kind}`)
    await tab.ready()
  })
  afterAll(async () => {
    await endDevices()
    await market.close()
  })

  /** Reads as the person's screens do. */
  async function reading<T>(query: (db: Readers) => Promise<T>): Promise<T> {
    const [user, catalogue] = [await device.userDb(person.uid), await device.catalogueDb()]
    try {
      return await query({ user, catalogue } as unknown as Readers)
    } finally {
      user.close()
      catalogue.close()
    }
  }
  const deviceIn = async () => {
    await tab.want('catalogue.rates', {}, person.uid)
    return reading(async (db) => marketIn(await ratesHere(db)))
  }
  const desk = async () => (await one.ask('currencies')).data as Stated<'operator.currencies'>
  const commanded = async (...args: string[]) => {
    const { exit, text } = await operate(market.db, args, Date.now())
    return `${exit} ${text}`
  }
  const ordered = async (num: number): Promise<Order> => {
    const p = await placing(market.db, shop.shopId, addressId, [{ id: shop.ids[0]!, num }])
    const { rows } = await me.push('order.submit', { ...p, rate: null, due: p.total })
    return ordersIn(rows)[0]!
  }
  const quotesOf = async (id: string) =>
    (await me.call<Stated<'order.payQuote'>>('/api/order/payQuote', { ids: [id] })).quotes

  it('begins in dollars, and is chosen by one operator, with limits and rates converted by one number', async () => {
    expect(await deviceIn()).toBe('USD')
    await commanded('rate', 'EUR', '1.08', 'ETH', '3000', 'fixed')
    expect((await desk()).market).toMatchObject({ currency: 'USD', kept: null })
    expect((await one.ask('currencyChoose', { currency: code, worth })).code).toBe(1)
    const { rates, market: now } = await desk()
    expect(now).toMatchObject({ currency: code, kept: null })
    expect(Object.fromEntries(now!.limits.map(({ limit, amount }) => [limit, amount]))).toEqual({
      secondEyesWorth: second,
      unpaidWorth: unpaid,
      withdrawOneWorth: second,
      withdrawTwoWorth: second * 10,
      withdrawFactorWorth: second,
    })
    const money = (await one.ask('money')).data as Stated<'operator.money'>
    expect([money.second, money.unpaid]).toEqual([decimalOf(second, code), decimalOf(unpaid, code)])
    const rateOf = (currency: string) => rates.find((rate) => rate.currency === currency)
    expect(rateOf('USD')).toMatchObject({ rate: worth, fixed: false, known: true })
    // A USDT was fixed at a dollar: in another currency it grows old as every rate does.
    expect(rateOf('USDT')).toMatchObject({ rate: worth, fixed: false })
    expect(Number(rateOf('ETH')!.rate)).toBeCloseTo(3000 * Number(worth), 6)
    expect(Number(rateOf('EUR')!.rate)).toBeCloseTo(1.08 * Number(worth), 6)
    const past = (await one.ask('currency', { currency: 'EUR' })).data as Stated<'operator.currency'>
    // The rate before is there in the chosen currency, too: one operator moves a rate only so far in a day.
    expect(past.past.map(({ rate }) => rate)).toEqual([rateOf('EUR')!.rate, rateOf('EUR')!.rate])
    const [entry] = await market.db.selectFrom('audit_log').selectAll().orderBy('id', 'desc').limit(1).execute()
    expect(entry).toMatchObject({ what: 'market.currency', subject: `currency:${code}`, by_user: one.uid })
    expect(entry!.before).toMatchObject({ currency: 'USD', limits: { unpaidWorth: 500_000 } })
    // An app that knows the dollar alone would take the rates for dollars.
    expect((await market.call('/api/index/rates', {})).data).toMatchObject({
      rates: [],
      rated: [{ currency: code, numerator: 1, market: true }, { currency: 'EUR' }, { currency: 'USD' }],
    })
    // Devices hear of it with the rates.
    await expect.poll(deviceIn).toBe(code)
    expect(new Set((await reading(ratesHere)).map(({ currency }) => currency))).toEqual(new Set([code, 'EUR', 'USD']))
    expect(await commanded('rate', code, '2')).toBe(`1 Balances are in ${code}: its rate is always 1.`)
  })

  it('values goods of every currency in it, and new stores begin with it', async () => {
    shop = await makeShop(market.db, [{ ladder: [{ from: 1, price }] }], { currency: code })
    const abroad = await makeShop(market.db, [{ ladder: [{ from: 1, price: 2000 }] }], { currency: 'USD' })
    const worthOf = async ({ ids }: TestShop) =>
      (await market.db.selectFrom('products').select('worth').where('id', '=', ids[0]!).executeTakeFirstOrThrow()).worth
    // 20 dollars are what the other costs.
    expect([await worthOf(shop), await worthOf(abroad)]).toEqual([price, price])
    const unknown = await makeShop(market.db, [{}], { currency: 'GBP' })
    expect(await worthOf(unknown)).toBeNull()
  })

  it('keeps its limits: unpaid orders beyond them are refused in it', async () => {
    const num = Math.floor(unpaid / price) + 1
    const p = await placing(market.db, shop.shopId, addressId, [{ id: shop.ids[0]!, num }])
    const answer = await market.call('/api/order/place', p, me.token)
    expect(answer.data).toMatchObject({
      reason: 'tooMuchUnpaid',
      params: { most: `${decimalOf(unpaid, code)} ${code}` },
    })
  })

  it('is ordered in, quoted in coins, short of, paid, earned and invoiced, to the minor unit', async () => {
    const order = await ordered(3)
    expect(order).toMatchObject({ currency: code, rate: null, due: { amount: 3 * price, currency: code } })
    const [quote] = await quotesOf(order.id)
    expect(quote).toMatchObject({ asset: 'tUSDT', units: String(3n * units) })
    const pay = (id: string | undefined) =>
      market.call('/api/order/pay', { ids: [order.id], quote: id, password: person.password }, me.token)
    expect((await pay(quote!.id)).data).toMatchObject({
      reason: 'insufficientBalance',
      params: { missing: 3 * price, currency: code },
    })
    await giveCoins(market.db, person.uid, 'tUSDT', 5n * units)
    // An app that knows no quotes shows dollars.
    expect((await pay(undefined)).data).toMatchObject({ reason: 'updateNeeded' })
    const [again] = await quotesOf(order.id)
    expect((await pay(again!.id)).code).toBe(1)
    expect(await balance(market.db, available(person.uid), 'tUSDT')).toBe(2n * units)

    const { money } = await me.call<Stated<'user.profile'>>('/api/user/profile', {})
    expect(money).toMatchObject({ currency: code, amount: 2 * price, worth: 2 * price, escrow: 3 * price, unpaid: 0 })
    const figures = (await one.ask('figures', { days: 7 })).data as Stated<'operator.figures'>
    expect(figures.currency).toBe(code)
    expect(figures.days.at(-1)).toMatchObject({ turnover: 3 * price, held: 3 * price })

    await ownerTransaction(market.db, person.uid, async (call) =>
      moveOrder(call, (await readOrder(call.tx, person.uid, order.id))!, { event: 'ship', at: Date.now() }),
    )
    await me.push('order.receive', { id: order.id })
    expect(await balance(market.db, earned(shop.shopId), 'tUSDT')).toBe(3n * units)

    await expect.poll(async () => (await papersOn({ device, as: person.uid }, order.id)).length).toBe(1)
    const [paper] = (await papersOn({ device, as: person.uid }, order.id)).map((one) => one.paper)
    expect(paper).toMatchObject({
      ...{ currency: code, total: 3 * price },
      money: { amount: 3 * price, currency: code, rate: null, asset: 'tUSDT', units: String(3n * units) },
    })
  })

  it('is fixed from then on, on the desk, in commands and in the database', async () => {
    expect((await desk()).market).toMatchObject({ currency: code, kept: 'orders' })
    const refused = await one.ask('currencyChoose', { currency: 'GBP', worth: '2' })
    expect(refused).toMatchObject({ data: { reason: 'operatorSays' } })
    expect(refused.msg).toContain(`The market already has orders in ${code}`)
    expect(await commanded('currency', 'market', 'GBP', '2')).toMatch(/^1 The market already has orders/)
    expect(await commanded('currency', 'market')).toContain(`The market's currency is ${code}.`)
    await expect(sql`update catalogue_feed set currency = 'GBP'`.execute(market.db)).rejects.toThrow('keeps amounts in')
    expect((await desk()).market?.currency).toBe(code)
  })

  it('an order that is only on a device is due in it, whatever its goods are priced in', async () => {
    const abroad = await makeShop(market.db, [{ ladder: [{ from: 1, price: 100 }] }], { currency: 'EUR' })
    const rates = await reading(ratesHere)
    const sums = { goods: 100, shipping: 0, tax: 0, total: 100 }
    const due = convert(100, 'EUR', code, ratesIn(rates, code))!
    const group = randomUUID()
    device.network.faults.offline = true
    await act(tab, 'order.submit', {
      ...{ clientOrderId: group, shopId: abroad.shopId, addressId, currency: 'EUR', remark: '', ...sums, due },
      lines: [{ id: abroad.ids[0]!, variantId: 0, num: 1, price: 100 }],
      rate: rates.find(({ currency }) => currency === 'EUR')!,
    })
    const shown = async () => (await reading((db) => orderItems(db, { groups: [group] })))[0]
    expect(await shown()).toMatchObject({ state: 'onDevice', due: { amount: due, currency: code } })
    expect([...(await reading(orderFigures)).held]).toEqual([[code, due]])
    device.network.faults.offline = false
    await tab.flush(true)
    await expect.poll(async () => (await shown())?.state).toBe('unpaid')
    expect(await shown()).toMatchObject({ due: { amount: due, currency: code } })
  })

  it('an order that was reckoned in another currency is never written', async () => {
    const late = sql`
      insert into orders (id, user_id, group_id, store_id, state, currency, goods, shipping, tax, total, due,
        due_currency, address, reserved, rev)
      values (${randomUUID()}, ${person.uid}::uuid, ${randomUUID()}::uuid, ${shop.shopId}::int, 'unpaid', 'USD', 1, 0,
        0, 1, 1, 'USD', '{}', false, 1)`
    await expect(late.execute(market.db)).rejects.toThrow('no longer in USD')
  })

  it('keeps every book sound', async () => {
    expect(await unsound(market.db)).toEqual([])
  })
})
