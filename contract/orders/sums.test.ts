import { expect, it } from 'vitest'
import { convert, ratesIn } from '../currencies/exchange.ts'
import { convertSums, orderSums, type PricedLine, type Pricing } from './sums.ts'

const ladder = [
  { from: 1, price: 500 },
  { from: 10, price: 450 },
]
const terms: Pricing = { ladder, minimum: 1, multiple: 1, extra: 0 }
const line = (id: number, variantId: number, num: number): PricedLine => ({ id, variantId, num })

it('takes the price of all choices together, and adds what a choice costs', () => {
  const sums = orderSums(
    [line(1, 0, 6), line(1, 7, 4), line(2, 0, 3)],
    ({ variantId }) => ({ ...terms, extra: variantId === 7 ? 25 : 0 }),
    { shipping: 90, taxBasisPoints: 1_000 },
  )
  expect(sums).toEqual({
    lines: [
      { id: 1, variantId: 0, num: 6, price: 450, amount: 2_700 },
      { id: 1, variantId: 7, num: 4, price: 475, amount: 1_900 },
      { id: 2, variantId: 0, num: 3, price: 500, amount: 1_500 },
    ],
    goods: 6_100,
    shipping: 90,
    tax: 610,
    total: 6_800,
    shortfalls: [],
  })
})

it('names each product of which there are too few or no multiple, once', () => {
  const rules: Record<number, Pricing> = {
    1: { ...terms, minimum: 12, multiple: 6 },
    2: { ...terms, minimum: 5, multiple: 4 },
    3: { ...terms, minimum: 4, multiple: 4 },
    4: { ...terms, minimum: 1, multiple: 5 },
  }
  const { shortfalls } = orderSums(
    [line(1, 0, 3), line(1, 1, 4), line(2, 0, 1), line(3, 0, 8), line(4, 0, 11)],
    ({ id }) => rules[id]!,
    { shipping: 0, taxBasisPoints: 0 },
  )
  expect(shortfalls).toEqual([
    { id: 1, missing: 5, minimum: 12, multiple: 6 },
    { id: 2, missing: 7, minimum: 5, multiple: 4 },
    { id: 4, missing: 4, minimum: 1, multiple: 5 },
  ])
})

const rates = ratesIn([{ id: 1, currency: 'EUR', numerator: 27, denominator: 25, at: 0 }])
it('a total in another currency is the sum of its lines as they are shown, not the total converted', () => {
  const sums = { lines: [{ amount: 33 }, { amount: 33 }, { amount: 33 }], shipping: 0, tax: 33 }
  const shown = convertSums(sums, 'EUR', 'USD', rates)
  expect(shown).toEqual({ lines: [36, 36, 36], goods: 108, shipping: 0, tax: 36, total: 144 })
  expect(convert(132, 'EUR', 'USD', rates)).toBe(143)
  expect(convertSums(sums, 'GBP', 'USD', rates)).toBeUndefined()
})
