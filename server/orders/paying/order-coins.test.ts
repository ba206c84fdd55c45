import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Asset } from '#contract/coins/assets.ts'
import type { Stated } from '#contract/registry.ts'
import { nextRefund } from '#contract/reports/refunds.ts'
import { operatorWith } from '../../../tests/support/market/operator.ts'
import { OrderSetting, outcomesOf } from '../../../tests/support/market/order-setting.ts'
import { giveCoins, makeShop, ordersIn, placing } from '../../../tests/support/market/orders.ts'
import { readOrder } from '../order/change.ts'
import { ownerTransaction } from '../../feed/owner-feed.ts'
import { available, earned, escrow } from '../../ledger/accounts.ts'
import { balance } from '../../ledger/ledger.ts'
import { refundPart } from '../moves/part-refund.ts'

const HOUR = 3_600_000
const ETHER = 10n ** 18n

const setting = new OrderSetting()
const { push, placed, act, state } = setting

beforeEach(async () => {
  await act('rateAge', '24')
  await act('payQuoteMinutes', '10')
  await act('rate', 'USDT', '1', 'fixed')
  await act('rate', 'ETH', '3000')
  await act('rate', 'BTC', '90000')
  await giveCoins(setting.market.db, setting.person.uid, 'tETH', 2n * ETHER)
})

type Quotes = Stated<'order.payQuote'>
const ask = (ids: string[], token = setting.token) => setting.market.call('/api/order/payQuote', { ids }, token)
const quotes = async (ids: string[]): Promise<Quotes> => (await ask(ids)).data as Quotes
const quoteIn = async (asset: Asset, ids: string[]): Promise<Quotes['quotes'][number]> =>
  (await quotes(ids)).quotes.find((quote) => quote.asset === asset)!
const pay = (ids: string[], quote?: string) =>
  setting.market.call('/api/order/pay', { ids, quote, password: setting.person.password }, setting.token)
const has = (account: string, asset: Asset): Promise<bigint> => balance(setting.market.db, account, asset)
const buyer = (): string => available(setting.person.uid)

const second = () => operatorWith(setting.market, ['money'], setting.now)

/** An order of 25.05 that is paid in ether: 0.00835 of it. */
async function paidInEther(): Promise<string> {
  const id = await placed()
  const quote = await quoteIn('tETH', [id])
  expect(await pay([id], quote.id)).toMatchObject({ code: 1 })
  return id
}

describe('a quote', () => {
  it('says what orders cost in each coin, each rounded up to its step', async () => {
    const [a, b] = [await placed(3), await placed(1)]
    const { quotes: found, closed } = await quotes([a, b])
    expect(closed).toEqual([])
    expect(found.map(({ asset, units }) => [asset, units])).toEqual([
      ['tUSDT', '39400000'],
      ['tETH', '13133340000000000'],
      ['tBTC', '43779'],
    ])
    expect(found[1]).toMatchObject({
      rate: { coin: 'ETH', numerator: 3000, denominator: 1, at: setting.now, fixed: false, state: 'payable' },
      orders: [
        { id: a, units: '8350000000000000' },
        { id: b, units: '4783340000000000' },
      ],
      seconds: 600,
    })
  })

  it('pays once, all of its orders or none, at its own amounts', async () => {
    const [a, b] = [await placed(3), await placed(1)]
    const quote = await quoteIn('tETH', [a, b])
    expect((await pay([a], quote.id)).data).toMatchObject({ reason: 'payQuoteOver' })
    await act('rate', 'ETH', '3100')
    const { rows } = (await pay([b, a], quote.id)).data as Stated<'order.pay'>
    expect(ordersIn(rows)).toMatchObject([
      { id: b, coins: { asset: 'tETH', paid: '4783340000000000', held: '4783340000000000' } },
      { id: a, coins: { asset: 'tETH', paid: '8350000000000000' } },
    ])
    expect(await has(buyer(), 'tETH')).toBe(2n * ETHER - 13_133_340_000_000_000n)
    expect(await has(escrow(a), 'tETH')).toBe(8_350_000_000_000_000n)
    // A call whose answer was lost.
    expect(await pay([a, b], quote.id)).toMatchObject({ code: 1 })
    expect(await has(buyer(), 'tETH')).toBe(2n * ETHER - 13_133_340_000_000_000n)
    const { db } = setting.market
    expect(await db.selectFrom('payment_quotes').select('id').where('id', '=', quote.id).execute()).toEqual([])
    expect((await pay([await placed()], quote.id)).data).toMatchObject({ reason: 'payQuoteOver' })
  })

  it('is good for its minutes, and until there is another in its coin', async () => {
    const id = await placed()
    await act('payQuoteMinutes', '3')
    const [first, second] = [await quoteIn('tETH', [id]), await quoteIn('tETH', [id])]
    expect((await pay([id], first.id)).data).toMatchObject({ reason: 'payQuoteOver' })
    setting.now += 180_000
    expect((await pay([id], second.id)).data).toMatchObject({ reason: 'payQuoteOver' })
    expect(await state(id)).toMatchObject({ state: 'unpaid' })
    expect(await pay([id], (await quoteIn('tETH', [id])).id)).toMatchObject({ code: 1 })
  })

  it('is nobody else’s', async () => {
    const id = await placed()
    const quote = await quoteIn('tUSDT', [id])
    const other = await setting.market.person()
    expect((await ask([id], await setting.market.login(other))).data).toMatchObject({ reason: 'orderGone' })
    const token = await setting.market.login(other)
    const theirs = { ids: [id], quote: quote.id, password: other.password }
    expect((await setting.market.call('/api/order/pay', theirs, token)).data).toMatchObject({ reason: 'orderGone' })
    // Not even for an order of their own that costs as much.
    await sql`update orders set user_id = ${other.uid}::uuid where id = ${id}`.execute(setting.market.db)
    expect((await setting.market.call('/api/order/pay', theirs, token)).data).toMatchObject({ reason: 'payQuoteOver' })
    await sql`update orders set user_id = ${setting.person.uid}::uuid where id = ${id}`.execute(setting.market.db)
    expect(await pay([id], quote.id)).toMatchObject({ code: 1 })
  })

  it('needs enough of its coin, whatever there is of others', async () => {
    const id = await placed()
    const quote = await quoteIn('tBTC', [id])
    await giveCoins(setting.market.db, setting.person.uid, 'tBTC', BigInt(quote.units) - 1n)
    expect((await pay([id], quote.id)).data).toMatchObject({
      reason: 'insufficientBalance',
      params: { missing: 1, currency: 'USD' },
    })
    await giveCoins(setting.market.db, setting.person.uid, 'tBTC', 1n)
    expect(await pay([id], quote.id)).toMatchObject({ code: 1 })
    expect(await has(buyer(), 'tBTC')).toBe(0n)
  })

  it('is not needed by apps that know none, while a dollar costs no more than one USDT', async () => {
    const [a, b] = [await placed(), await placed()]
    expect(await pay([a])).toMatchObject({ code: 1 })
    expect(await has(escrow(a), 'tUSDT')).toBe(25_050_000n)
    await act('rate', 'USDT', '0.9987')
    expect((await pay([b])).data).toMatchObject({ reason: 'updateNeeded' })
    expect((await quoteIn('tUSDT', [b])).units).toBe('25090000')
  })
})

describe('a rate', () => {
  it('that is too old closes its coin until there is another; a fixed one does not grow old', async () => {
    const id = await placed()
    await act('rateAge', '1')
    setting.now += HOUR + 1
    const { quotes: left, closed } = await quotes([id])
    expect(left.map(({ asset }) => asset)).toEqual(['tUSDT'])
    expect(closed.map(({ coin, state: of }) => [coin, of])).toEqual([
      ['ETH', 'old'],
      ['BTC', 'old'],
    ])
    await act('rate', 'ETH', '2900')
    expect((await quoteIn('tETH', [id])).units).toBe('8637940000000000')
  })

  it('of a currency must be fresh, too, for orders in it', async () => {
    const { db } = setting.market
    await act('rate', 'EUR', '1.08')
    const shop = await makeShop(db, [{ ladder: [{ from: 1, price: 1000 }] }], { currency: 'EUR' })
    const p = await placing(db, shop.shopId, setting.addressId, [{ id: shop.ids[0]!, num: 1 }])
    const order = ordersIn((await setting.place(p)).rows)[0]!
    await act('rateAge', '1')
    setting.now += HOUR + 1
    expect((await ask([order.id])).data).toEqual({ reason: 'rateOld', params: { for: 'EUR' } })
    expect((await pay([order.id])).data).toEqual({ reason: 'rateOld', params: { for: 'EUR' } })
    await act('rate', 'EUR', '1.09')
    expect((await quotes([order.id])).quotes).toHaveLength(1)
  })

  it('that operators have yet to agree to closes its coin', async () => {
    const id = await placed()
    const before = await quoteIn('tETH', [id])
    const operator = await operatorWith(setting.market, ['money'], setting.now)
    expect(await operator.ask('moneySet', { what: 'rate', currency: 'ETH', amount: '4000' })).toMatchObject({
      data: { became: 'waits' },
    })
    expect((await quotes([id])).closed).toMatchObject([{ coin: 'ETH', state: 'waits' }])
    expect((await pay([id], before.id)).data).toMatchObject({ reason: 'payQuoteOver' })
    for (const { id: waiting } of await operator.waiting()) await operator.ask('decide', { id: waiting, agree: false })
    expect((await quotes([id])).closed).toEqual([])
  })

  it('that two operators have moved ends the quotes of before', async () => {
    const id = await placed()
    const before = await quoteIn('tETH', [id])
    const [one, two] = [await operatorWith(setting.market, ['money'], setting.now), await second()]
    await one.ask('moneySet', { what: 'rate', currency: 'ETH', amount: '1500' })
    for (const { id: waiting } of await two.waiting()) await two.ask('decide', { id: waiting, agree: true })
    expect((await pay([id], before.id)).data).toMatchObject({ reason: 'payQuoteOver' })
    expect((await quoteIn('tETH', [id])).units).toBe('16700000000000000')
  })

  it('takes two operators to become fixed', async () => {
    const operator = await second()
    const set = async (fixed: boolean) =>
      (await operator.ask('moneySet', { what: 'rate', currency: 'ETH', amount: '3000', fixed })).data
    expect(await set(true)).toMatchObject({ became: 'waits' })
    for (const { id: waiting } of await operator.waiting()) await operator.ask('decide', { id: waiting, agree: false })
    expect(await set(false)).toMatchObject({ became: 'done' })
  })
})

describe('an order that was paid in ether', () => {
  it('gives the store the coins that were paid', async () => {
    const id = await paidInEther()
    await act('ship', id)
    expect(outcomesOf(await push(['order.receive', { id }]))).toEqual(['accepted'])
    expect(await has(escrow(id), 'tETH')).toBe(0n)
    expect(await has(earned(setting.shop.shopId), 'tETH')).toBe(8_350_000_000_000_000n)
    expect(await has(earned(setting.shop.shopId), 'tUSDT')).toBe(0n)
  })

  it('gives back the same share of the coins, whatever they are worth by then', async () => {
    const id = await paidInEther()
    await act('rate', 'ETH', '1')
    await act('ship', id)
    const { uid } = setting.person
    const given = await ownerTransaction(setting.market.db, uid, async (call) => {
      const order = (await readOrder(call.tx, uid, id))!
      const part = { id, parcel: 1, amount: 1000, words: 'Chipped', refund: nextRefund(order) }
      return refundPart(call, order, part, { at: setting.now, by: randomUUID() })
    })
    expect(given).toMatchObject({ order: { held: 1505, refunded: 1000 } })
    // 8,350,000,000,000,000 · 1000 / 2505, rounded down.
    expect(await has(buyer(), 'tETH')).toBe(2n * ETHER - 8_350_000_000_000_000n + 3_333_333_333_333_333n)
    await push(['order.receive', { id }])
    expect(await has(earned(setting.shop.shopId), 'tETH')).toBe(8_350_000_000_000_000n - 3_333_333_333_333_333n)
  })
})

it('unpaid orders may be worth as much as all coins together', async () => {
  await act('unpaid', '0')
  const profile = async () =>
    ((await setting.market.call('/api/user/profile', {}, setting.token)).data as Stated<'user.profile'>).money
  // 10,000.00 in USDT, and two ether.
  expect(await profile()).toMatchObject({ amount: 1_000_000, worth: 1_600_000 })
  await act('rate', 'ETH', '1500')
  expect(await profile()).toMatchObject({ amount: 1_000_000, worth: 1_300_000 })
  const dear = await makeShop(setting.market.db, [{ ladder: [{ from: 1, price: 1_300_001 }] }])
  const p = await placing(setting.market.db, dear.shopId, setting.addressId, [{ id: dear.ids[0]!, num: 1 }])
  expect(await setting.place(p)).toMatchObject({
    refusal: { reason: 'tooMuchUnpaid', params: { most: '13000.00 USD' } },
  })
  await act('rate', 'ETH', '1500.01')
  expect(await setting.place({ ...p, clientOrderId: randomUUID() })).toMatchObject({ outcome: 'accepted' })
})
