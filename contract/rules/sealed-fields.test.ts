import { expect, it } from 'vitest'
import { sealedFields } from './sealed-fields.ts'
import { addressLengths, neededFields } from './addresses.ts'

it('seals every text of an address and a conversation, and what an order, an application or a sale says of somebody', () => {
  const written = ['country', 'province', 'city', 'detail', 'zip', 'recipient', 'mobile']
  expect(sealedFields).toEqual({
    addresses: written,
    loans: ['purpose', 'mobile', 'name'],
    merchantApplications: ['realName', 'documentNumber', 'receipt'],
    orders: ['address', 'remark', 'notes', 'poNumber'],
    quotes: ['note', 'said'],
    sales: ['buyer', 'address', 'remark', 'notes', 'poNumber'],
    storeTalkLines: ['text'],
    storeTalks: ['buyer'],
    storeQuotes: ['buyer', 'note', 'said'],
    talkLines: ['text'],
  })
  expect(Object.keys(addressLengths)).toEqual(written)
})

it('does without a province and a zip code, which not every place has', () => {
  expect(neededFields).toEqual(['recipient', 'mobile', 'country', 'city', 'detail'])
})
