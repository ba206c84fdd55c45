import { expect, it } from 'vitest'
import { ownCode } from './own-code.ts'

it('is the code of the product with that of the choice, as far as its store gave any', () => {
  expect(ownCode({ label: null })).toBe('')
  expect(ownCode({ code: 'LAN-20', label: null })).toBe('LAN-20')
  expect(ownCode({ code: 'LAN-20', sku: 'RD', label: { en: 'Red', zh: '红' } })).toBe('LAN-20 / RD')
  expect(ownCode({ sku: 'LAN-20-RD', label: { en: 'Red' } })).toBe('LAN-20-RD')
})

it('does not repeat the name of a choice, whatever language it is in', () => {
  expect(ownCode({ code: 'LAN-20', sku: '红', label: { en: 'Red', zh: '红' } })).toBe('LAN-20')
  expect(ownCode({ sku: 'Red', label: { en: 'Red' } })).toBe('')
})
