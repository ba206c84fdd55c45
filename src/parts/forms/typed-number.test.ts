import { describe, expect, it } from 'vitest'
import { countTyped, decimalTyped } from './typed-number.ts'

describe('a number as people type it', () => {
  it.each([
    ['12', '12'],
    ['12.5', '12.5'],
    ['12,50', '12.50'],
    ['1,234', '1234'],
    ['1.234', '1234'],
    ['1.234,50', '1234.50'],
    ['1,234,567.8', '1234567.8'],
    ['1 234,5', '1234.5'],
    ['.5', '0.5'],
    ['12.', '12'],
    ['١٢٫٥', '12.5'],
    ['१२', '12'],
    ['１２．５', '12.5'],
    ['', ''],
    ['abc', 'abc'],
    ['-3', '-3'],
  ])('%s is %s', (typed, meant) => expect(decimalTyped(typed)).toBe(meant))

  it.each([
    ['10', 10],
    ['1,000', 1000],
    ['٥٠', 50],
    ['0', undefined],
    ['', undefined],
    ['ten', undefined],
  ])('%s pieces are %s', (typed, meant) => expect(countTyped(typed)).toBe(meant))
})
