import { expect, it } from 'vitest'
import { sealedFields } from './sealed-fields.ts'
import { addressLengths, neededFields } from './addresses.ts'

it('seals every text of an address and a conversation, and what an order says of its buyer', () => {
  const written = ['country', 'province', 'city', 'detail', 'zip', 'recipient', 'mobile']
  expect(sealedFields).toEqual({
    addresses: written,
    orders: ['address', 'remark', 'notes', 'poNumber'],
    quotes: ['note', 'said'],
    talkLines: ['text'],
  })
  expect(Object.keys(addressLengths)).toEqual(written)
})

it('does without a province and a zip code, which not every place has', () => {
  expect(neededFields).toEqual(['recipient', 'mobile', 'country', 'city', 'detail'])
})
