import { describe, expect, it } from 'vitest'
import { isPartOfOrderNumber, ORDER_NUMBERS, parseOrderNumber, valueOfOrderNumber, writeOrderNumber } from './number.ts'

const values = [0, 1, 30, 31, 12_345_678_901, ORDER_NUMBERS - 1]
const letters = '0123456789ABCDEFGHJKMNPQRTVWXYZ'

describe('an order number', () => {
  it.each(values)('of %d is eight letters in two groups, and reads back', (value) => {
    const number = writeOrderNumber(value)
    expect(number).toMatch(/^[0-9A-HJKMNP-RTV-Z]{4}-[0-9A-HJKMNP-RTV-Z]{4}$/)
    expect(parseOrderNumber(number)).toBe(number)
    expect(valueOfOrderNumber(number)).toBe(value)
  })

  it('forgives case, spaces, dashes, and the letters that look like others', () => {
    const number = writeOrderNumber(1)
    expect(number).toBe('0000-0013')
    for (const typed of ['00000013', ' oooo oo13 ', 'OOOO-OOI3', '0000–00l3', '0 0 0 0 - 0 0 1 3'])
      expect(parseOrderNumber(typed)).toBe(number)
    const both = writeOrderNumber(5 * 31 + 26)
    expect(both).toBe('0000-05VM')
    expect(parseOrderNumber('oooo osum')).toBe(both)
  })

  it.each(values)('of %d is not read with a wrong letter', (value) => {
    const number = writeOrderNumber(value)
    for (const [i, right] of [...number].entries())
      for (const wrong of right === '-' ? '' : letters)
        if (wrong !== right) expect(parseOrderNumber(number.slice(0, i) + wrong + number.slice(i + 1))).toBeUndefined()
  })

  it.each(values)('of %d is not read with two letters swapped', (value) => {
    const plain = [...writeOrderNumber(value).replace('-', '')]
    for (let i = 0; i < plain.length; i++)
      for (let j = i + 1; j < plain.length; j++) {
        const swapped = plain.with(i, plain[j]!).with(j, plain[i]!)
        if (plain[i] !== plain[j]) expect(parseOrderNumber(swapped.join(''))).toBeUndefined()
      }
  })

  it.each(['', 'K7M2', 'K7M2-4QX9-0', 'Nine Looms', '0000-001!', '٠٠٠٠-٠٠١٣'])('is not read from “%s”', (text) =>
    expect(parseOrderNumber(text)).toBeUndefined(),
  )

  it('is found by a part of it', () => {
    expect(isPartOfOrderNumber('oo1', '0000-0013')).toBe(true)
    expect(isPartOfOrderNumber('0-0013', '0000-0013')).toBe(true)
    for (const text of ['', ' - ', '9', 'looms!']) expect(isPartOfOrderNumber(text, '0000-0013')).toBe(false)
  })
})
