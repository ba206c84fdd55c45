import { expect, it } from 'vitest'
import { parseOrderNumber } from '#contract/orders/number.ts'
import { orderNumber, serialOf } from './number.ts'

it('each order has a number of its own, from which its count is found', () => {
  const serials = [...Array.from({ length: 2000 }, (_, i) => i + 1), 1_000_000_007, 27_512_614_110]
  const numbers = serials.map(orderNumber)
  expect(new Set(numbers).size).toBe(serials.length)
  expect(numbers.map((number) => parseOrderNumber(number))).toEqual(numbers)
  expect(numbers.map(serialOf)).toEqual(serials)
})

it('two orders in a row look nothing alike', () => {
  for (let serial = 1; serial < 200; serial++) {
    const [one, two] = [orderNumber(serial), orderNumber(serial + 1)]
    expect([...one].filter((letter, i) => letter !== '-' && letter === two[i]).length).toBeLessThan(4)
  }
})
