import { expect, it } from 'vitest'
import { sealedFields } from './sealed-fields.ts'
import { addressLengths, neededFields } from '../addresses/fields.ts'

it('seals the texts of addresses and conversations, and what orders, papers and applications say of somebody', () => {
  const written = ['country', 'province', 'city', 'detail', 'zip', 'recipient', 'mobile']
  expect(sealedFields).toEqual({
    addresses: written,
    billing: ['company', 'taxNumber', 'address'],
    invoices: ['paper'],
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
