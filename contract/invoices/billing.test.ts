import { expect, it } from 'vitest'
import { billingFields, billingLength, billingSealedLength, billingText, paperText } from './billing.ts'

it('keeps a name and a number in one line, and the lines of an address', () => {
  expect(billingText('company', '  Nile \n Traders   Ltd ')).toBe('Nile Traders Ltd')
  expect(billingText('taxNumber', ' EG 123\t456 ')).toBe('EG 123 456')
  expect(billingText('address', ' 4 Port road \r\n\n  Tyre ')).toBe('4 Port road\nTyre')
})

it('keeps nothing that cannot be printed, or is too long once it is clean', () => {
  for (const text of ['a\u0000', 'a\u001bb', '\ud800']) expect(paperText(text, 10)).toBeUndefined()
  expect(paperText('x'.repeat(11), 10)).toBeUndefined()
  expect(paperText(` ${'x'.repeat(10)} \n `, 10)).toBe('x'.repeat(10))
})

it('lets a sealed text be as long as a typed one can become', () => {
  for (const field of billingFields) {
    // 12 bytes before it, 16 after, two quotes, at most three bytes a character, in base64 behind a mark.
    const most = 3 + 4 * Math.ceil((30 + 3 * billingLength(field)) / 3)
    expect(billingSealedLength(field)).toBeGreaterThanOrEqual(most)
  }
})
