import { describe, expect, it } from 'vitest'
import { assetOf, assets, coinOf, coins, coinText, isTest, readCoins, shareOfUnits, type Coin } from './assets.ts'

it('each coin has a real asset and one to try the market with, told apart by their names', () => {
  expect(assets).toEqual(['USDT', 'ETH', 'BTC', 'tUSDT', 'tETH', 'tBTC'])
  for (const asset of assets) expect(assetOf(coinOf(asset), isTest(asset))).toBe(asset)
  expect(coins.map((coin) => isTest(coin))).toEqual([false, false, false])
})

describe('amounts as texts', () => {
  it.each<[bigint, Coin, string]>([
    [0n, 'USDT', '0'],
    [1n, 'USDT', '0.000001'],
    [1_500_000n, 'USDT', '1.5'],
    [25_000_000_000n, 'USDT', '25000'],
    [-10_000n, 'USDT', '-0.01'],
    [1n, 'BTC', '0.00000001'],
    [2_100_000_000_000_000n, 'BTC', '21000000'],
    [1n, 'ETH', '0.000000000000000001'],
    [123_456_789_012_345_678_901n, 'ETH', '123.456789012345678901'],
  ])('%s units of %s are %s, and read back', (units, coin, text) => {
    expect(coinText(units, coin)).toBe(text)
    if (units >= 0n) expect(readCoins(text, coin)).toBe(units)
  })

  it.each<[string, Coin]>([
    ['', 'USDT'],
    ['-1', 'USDT'],
    ['1,5', 'USDT'],
    ['.5', 'USDT'],
    ['1.', 'USDT'],
    ['1e3', 'USDT'],
    ['0.0000001', 'USDT'],
    ['0.000000001', 'BTC'],
    ['٣', 'BTC'],
  ])('“%s” is no amount of %s', (text, coin) => {
    expect(readCoins(text, coin)).toBeUndefined()
  })

  it('zeros at the end are no finer unit', () => {
    expect(readCoins('0.0000010000', 'USDT')).toBe(1n)
    expect(readCoins('007', 'BTC')).toBe(700_000_000n)
  })
})

it('a share is rounded down, and the whole is all of it', () => {
  expect(shareOfUnits(100n, 1, 3)).toBe(33n)
  expect(shareOfUnits(100n, 3, 3)).toBe(100n)
  expect(shareOfUnits(10n ** 30n, 1, 7)).toBe(142857142857142857142857142857n)
  expect(shareOfUnits(0n, 0, 0)).toBe(0n)
})
