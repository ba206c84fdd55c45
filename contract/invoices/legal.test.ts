import { expect, it } from 'vitest'
import { LEGAL_MAX, legalText } from './legal.ts'

it('keeps a prefix of capitals and digits', () => {
  expect(legalText('prefix', ' nb7 ')).toBe('NB7')
  expect(legalText('prefix', '')).toBe('')
  for (const text of ['N-B', 'Ä', 'A B', 'ABCDEFGHI']) expect(legalText('prefix', text)).toBeUndefined()
})

it('keeps the lines of an address, and no other field’s', () => {
  expect(legalText('address', '4 Port road\nTyre')).toBe('4 Port road\nTyre')
  expect(legalText('name', 'Nile\nTraders')).toBe('Nile Traders')
  expect(legalText('name', 'x'.repeat(LEGAL_MAX.name + 1))).toBeUndefined()
})
