import { expect, it } from 'vitest'
import { unitsToPay, coinWorth } from './coin-worth.ts'
import { coinText, type Coin } from '../coins/assets.ts'

const rate = (numerator: number, denominator = 1) => ({ numerator, denominator })

it.each<[cents: number, coin: Coin, ReturnType<typeof rate>, text: string]>([
  [12_345, 'USDT', rate(1), '123.45'],
  [1, 'USDT', rate(1), '0.01'],
  // 100 / 0.9987 = 100.13016…
  [10_000, 'USDT', rate(9987, 10_000), '100.14'],
  [300_000, 'ETH', rate(3000), '1'],
  // 10 / 3000 = 0.00333333…
  [1000, 'ETH', rate(3000), '0.00333334'],
  [1, 'BTC', rate(95_000), '0.00000011'],
  [0, 'BTC', rate(95_000), '0'],
  [900_719_925_474_099, 'ETH', rate(1, 3), '27021597764222.97'],
])('%d cents are paid with %s at %o as %s', (cents, coin, at, text) => {
  expect(coinText(unitsToPay(cents, 'USD', coin, at), coin)).toBe(text)
})

it.each<[units: bigint, coin: Coin, ReturnType<typeof rate>, cents: number]>([
  [123_456_789n, 'USDT', rate(1), 12_345],
  [1n, 'ETH', rate(3000), 0],
  [10n ** 18n, 'ETH', rate(300_001, 100), 300_001],
  [100_000_000n, 'BTC', rate(95_000), 9_500_000],
])('%s units of %s at %o are worth %d cents', (units, coin, at, cents) => {
  expect(coinWorth(units, coin, at, 'USD')).toBe(cents)
})

it('an amount to pay is never worth less than what it pays for', () => {
  for (let cents = 1; cents < 100_000; cents += 997)
    for (const coin of ['USDT', 'ETH', 'BTC'] as const)
      for (const at of [rate(1), rate(9999, 10_000), rate(3127), rate(96_543, 7)])
        expect(coinWorth(unitsToPay(cents, 'USD', coin, at), coin, at, 'USD')).toBeGreaterThanOrEqual(cents)
})

it.each<[amount: number, currency: string, rate: ReturnType<typeof rate>, text: string, worth: number]>([
  // 1,500 yen at 150 for a USDT; 1.500 dinars at 0.307; 970.00 pounds at 48.5.
  [1500, 'JPY', rate(150), '10', 1500],
  [1500, 'KWD', rate(307, 1000), '4.89', 1501],
  [97_000, 'EGP', rate(485, 10), '20', 97_000],
])(
  'minor units count by the places of the currency: %d of %s at %o are %s USDT',
  (amount, currency, at, text, worth) => {
    const units = unitsToPay(amount, currency, 'USDT', at)
    expect(coinText(units, 'USDT')).toBe(text)
    expect(coinWorth(units, 'USDT', at, currency)).toBe(worth)
  },
)
