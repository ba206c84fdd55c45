import { describe, expect, it } from 'vitest'
import { typedQuantity } from './quantity.ts'

describe('a typed quantity', () => {
  it.each([
    ['12', 12],
    [' 1,200 ', 1200],
    ['1.200', 1200],
    ['12.00', 12],
    ['١٢', 12],
    ['１２', 12],
    ["1'000", 1000],
  ])('%j is %d', (text, num) => expect(typedQuantity(text)).toBe(num))
  it.each(['', '0', '-3', '1.5', 'twelve', '1000001', '12 pcs'])('%j is none', (text) =>
    expect(typedQuantity(text)).toBeUndefined(),
  )
})
