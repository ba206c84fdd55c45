import { expect, it } from 'vitest'
import { depositCoins } from '#server/deposits/pairs.ts'
import { keptTerms, pairs, termsText } from './pair-terms.ts'

it('has the coins that the market takes', () => {
  expect(pairs).toEqual(depositCoins.map(({ network, coin }) => ({ network, coin })))
})

it('reads the terms of each coin, and writes them again', () => {
  const value = 'tron USDT 5 20; bitcoin BTC 0.0002 3'
  const kept = keptTerms(value, 2)
  expect(kept).toEqual([
    ['', ''],
    ['', ''],
    ['5', '20'],
    ['0.0002', '3'],
  ])
  expect(termsText(kept)).toBe(value)
  expect(termsText(keptTerms('', 1))).toBe('')
  expect(termsText([['٥٠٠٠٠'], [' 1 000.5 '], ['٠٫٥'], ['']])).toBe(
    'ethereum USDT 50000; ethereum ETH 1000.5; tron USDT 0.5',
  )
})

it('names the first coin of which only some is typed', () => {
  expect(
    termsText([
      ['', ''],
      ['1', ''],
      ['', '2'],
      ['', ''],
    ]),
  ).toBe(1)
})
