import { expect, it } from 'vitest'
import { parseLoanTerms, parseRate, readLoanTerms } from './terms.ts'

it('what is lent is read from one line, and from what is kept', () => {
  const terms = parseLoanTerms('USD 500-50000 12,3,6,3 8.5')
  expect(terms).toEqual({ currency: 'USD', least: 50_000, most: 5_000_000, months: [3, 6, 12], rate: 850 })
  expect(parseLoanTerms('USD 500.00-50000.00 3,6,12 8.5')).toEqual(terms)
  expect(readLoanTerms(JSON.stringify(terms))).toEqual(terms)
  expect(readLoanTerms('')).toBeNull()
})

it.each([
  '',
  'USD',
  'usd 500-50000 3 8.5',
  'USD 500-400 3 8.5',
  'USD 0-400 3 8.5',
  'USD 500-50000 0 8.5',
  'USD 500-50000 121 8.5',
  'USD 500-50000 3 101',
  'USD 500-50000 3 8.555',
  'USD 5.001-50000 3 8',
  'USD 500-200000000 3 8',
  'USD 500-50000 1,2,3,4,5,6,7,8,9,10,11,12,13 8',
])('“%s” is refused', (text) => {
  expect(parseLoanTerms(text)).toBeUndefined()
})

it('interest is read in basis points', () => {
  expect(['0', '8', '8.5', '8.05', '100', '100.01', '-1', '8,5'].map(parseRate)).toEqual([
    0,
    800,
    850,
    805,
    10_000,
    undefined,
    undefined,
    undefined,
  ])
})
