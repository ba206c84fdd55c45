import { expect, it } from 'vitest'
import { parseTable } from '#contract/text/table-text.ts'
import { earningsFile } from './earnings-file.ts'

it('writes entries for the books, the oldest first, to the minor unit of their currency', () => {
  const at = Date.UTC(2026, 10, 23, 9, 30)
  const entries = [
    { at: at + 1000, amount: -250, fee: -6, id: 'a', nth: 1, number: 'K7-22', currency: 'USD' },
    { at, amount: 123_456, fee: 3_086, id: 'a', nth: 0, number: 'K7-22', currency: 'USD' },
    { at: at + 2000, amount: 1_234_567, fee: 0, id: 'b', nth: 0, number: '=1+1', currency: 'JPY' },
  ]
  const text = earningsFile(entries)
  expect(parseTable(text)).toEqual([
    ['date', 'order', 'entry', 'currency', 'gross', 'fee', 'net'],
    ['2026-11-23T09:30:00.000Z', 'K7-22', 'sale', 'USD', '1234.56', '30.86', '1203.70'],
    ['2026-11-23T09:30:01.000Z', 'K7-22', 'refund', 'USD', '-2.50', '-0.06', '-2.44'],
    ['2026-11-23T09:30:02.000Z', '=1+1', 'sale', 'JPY', '1234567', '0', '1234567'],
  ])
  // A spreadsheet would reckon what begins like this.
  expect(text).toContain(`'=1+1`)
  expect(earningsFile([])).toContain('date,order')
})
