import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { openTestMarket, type TestMarket } from '../../tests/support/market/market.ts'
import { operatorWith } from '../../tests/support/market/operator.ts'
import { operate } from '../operator/commands/operate.ts'
import { coinRates } from './coin-rates.ts'
import { followRates } from './follow.ts'
import { kraken, type RateSource, type SourceRate } from '../market/rate-source.ts'

let market: TestMarket
let now = Date.UTC(2026, 0, 15)
beforeAll(async () => {
  market = await openTestMarket({ now: () => now })
})
afterAll(() => market.close())

const set = (...args: string[]) => operate(market.db, ['rate', ...args], now)
const source = (rates: Partial<Record<SourceRate['coin'], string>>, at = now): RateSource => ({
  name: 'test',
  currency: 'USD',
  read: async () => Object.entries(rates).map(([coin, rate]) => ({ coin: coin as SourceRate['coin'], rate, at })),
})
const follow = (rates: Parameters<typeof source>[0], at?: number) => followRates(market.db, source(rates, at), now)
const shown = async (coin: string) => {
  const rate = (await coinRates(market.db, now)).find((one) => one.coin === coin)
  return rate && { worth: rate.numerator / rate.denominator, at: rate.at, state: rate.state }
}

describe('a source of rates', () => {
  beforeEach(async () => {
    now += 3_600_000
    await set('ETH', '3000')
  })

  it('moves the rate of a coin, and confirms one that stays', async () => {
    now += 60_000
    await follow({ ETH: '3012.34' })
    expect(await shown('ETH')).toEqual({ worth: 3012.34, at: now, state: 'payable' })
    const at = now
    now += 60_000
    await follow({ ETH: '3012.340' })
    expect((await shown('ETH'))?.at).toBe(at)
    now += 300_000
    await follow({ ETH: '3012.34' })
    expect((await shown('ETH'))?.at).toBe(now)
  })

  it('leaves alone what is newer, what operators have fixed, and coins without a rate', async () => {
    await follow({ ETH: '3001' }, now - 1)
    expect(await shown('ETH')).toMatchObject({ worth: 3000 })
    await set('USDT', '1', 'fixed')
    await follow({ USDT: '0.99', BTC: '90000' })
    expect(await shown('USDT')).toMatchObject({ worth: 1 })
    expect(await shown('BTC')).toBeUndefined()
  })

  it('stops a coin whose rate jumps, until two operators have set it', async () => {
    const log = vi.spyOn(console, 'error').mockReturnValue()
    try {
      await follow({ ETH: '3150.01' })
      expect(log.mock.calls).toEqual([['Payments in ETH are stopped: test says 3150.01. Two operators set the rate.']])
    } finally {
      log.mockRestore()
    }
    expect(await shown('ETH')).toMatchObject({ worth: 3000, state: 'waits' })
    await follow({ ETH: '3001' })
    expect(await shown('ETH')).toMatchObject({ worth: 3000, state: 'waits' })
    const [one, two] = [await operatorWith(market, ['money'], now), await operatorWith(market, ['money'], now)]
    const asked = await one.ask('moneySet', { what: 'rate', currency: 'ETH', amount: '3001' })
    expect(asked).toMatchObject({ data: { became: 'waits' } })
    expect((await one.ask('money')).data).toMatchObject({
      rates: expect.arrayContaining([expect.objectContaining({ currency: 'ETH', stopped: true })]),
    })
    const [waiting] = await two.waiting()
    expect(await two.ask('decide', { id: waiting!.id, agree: true })).toMatchObject({ code: 1 })
    expect(await shown('ETH')).toMatchObject({ worth: 3001, state: 'payable' })
  })

  it('in another currency than the market’s follows that one’s rate, as long as it is not too old', async () => {
    await market.db.updateTable('catalogue_feed').set({ currency: 'EGP' }).execute()
    try {
      await set('ETH', '145500')
      await follow({ ETH: '3010' })
      expect(await shown('ETH')).toMatchObject({ worth: 145_500 })
      await set('USD', '48.5')
      await follow({ ETH: '3010' })
      expect(await shown('ETH')).toMatchObject({ worth: 145_985, state: 'payable' })
      now += 25 * 3_600_000
      await follow({ ETH: '3011' })
      expect(await shown('ETH')).toMatchObject({ worth: 145_985, state: 'old' })
    } finally {
      await market.db.deleteFrom('exchange_rates').where('currency', '=', 'USD').execute()
      await market.db.updateTable('catalogue_feed').set({ currency: 'USD' }).execute()
    }
  })

  it('is not believed when it says nonsense', async () => {
    await set('BTC', '90000')
    await expect(follow({ ETH: '-1', BTC: '90001' })).rejects.toThrow('test says that a ETH is worth “-1”')
    expect(await shown('ETH')).toMatchObject({ worth: 3000 })
    expect(await shown('BTC')).toMatchObject({ worth: 90_001 })
  })
})

// Written after Kraken's public documentation, and not recorded from it.
describe('Kraken', () => {
  const answering = (answer: object | string) =>
    kraken(async () => (typeof answer === 'string' ? answer : JSON.stringify(answer)))

  it('is read by its best bids', async () => {
    const urls: string[] = []
    const asked = kraken(async (url) => {
      urls.push(url)
      return JSON.stringify({
        error: [],
        result: {
          XXBTZUSD: { a: ['90010.10000', '1', '1.000'], b: ['90000.1000000009', '2', '2.000'], c: ['1.0', '0.1'] },
          USDTZUSD: { a: ['0.99990', '1', '1.0'], b: ['0.99980', '1', '1.0'] },
        },
      })
    })
    expect(await asked.read(7)).toEqual([
      { coin: 'USDT', rate: '0.99980', at: 7 },
      { coin: 'BTC', rate: '90000.10000000', at: 7 },
    ])
    expect(urls).toEqual(['https://api.kraken.com/0/public/Ticker?pair=USDTZUSD,XETHZUSD,XXBTZUSD'])
  })

  it.each([
    [{ error: ['EGeneral:Too many requests'] }],
    [{ result: {} }],
    ['<html>'],
    [{ error: [], result: { X: 1 } }],
  ])('%j is an error', async (answer) => {
    await expect(answering(answer).read(0)).rejects.toThrow(/./)
  })
})
