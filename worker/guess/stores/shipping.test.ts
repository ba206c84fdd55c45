import { expect, it } from 'vitest'
import { ELSEWHERE } from '#contract/shipping/charges.ts'
import type { StoreNotice } from '#contract/sync/schema-store-rows.ts'
import { profileGuesses } from './profile.ts'
import { shippingGuesses } from './shipping.ts'

const context = { key: 'storeNotice/notice', at: 7 }
const id = '00000000-0000-4000-8000-00000000000a'
const zone = { id, countries: ['EG'], by: 'order' as const, price: 700, freeFrom: 5_000, days: null }
const terms = {
  currency: 'USD',
  shipping: 300,
  taxBasisPoints: 700,
  days: {},
  zones: [zone],
  taxes: {},
  taxIncluded: false,
}
const row: StoreNotice = { announcement: 'Hello', holidayFrom: null, holidayTo: null, terms }

it('a zone changes in what is given, and is made where it is to be', () => {
  const set = (p: Parameters<(typeof shippingGuesses)['store.zone']>[1]) =>
    shippingGuesses['store.zone'](row, p, context)?.terms?.zones
  expect(set({ id, freeFrom: null })).toEqual([{ ...zone, freeFrom: null }])
  const other = '00000000-0000-4000-8000-00000000000b'
  expect(set({ id: other, make: true, countries: { EG: true } })).toEqual([
    { ...zone, countries: [] },
    { id: other, countries: ['EG'], by: 'order', price: 0, freeFrom: null, days: null },
  ])
  // It was ended on another phone: the server refuses the change.
  expect(set({ id: other, freeFrom: 1 })).toEqual([zone])
})

it('a zone ends, once', () => {
  // Not the last one unseen.
  expect(shippingGuesses['store.zoneEnd'](row, { id }, context)?.terms?.zones).toEqual([zone])
  const ended = shippingGuesses['store.zoneEnd'](row, { id, last: true }, context)
  expect(ended?.terms?.zones).toEqual([])
  expect(shippingGuesses['store.zoneEnd'](ended, { id }, context)).toEqual(ended)
})

it('taxes are set by country, and for everywhere else', () => {
  const eg = { rate: 1400, included: true }
  const set = (taxes: Parameters<(typeof shippingGuesses)['store.taxes']>[1]['taxes']) =>
    shippingGuesses['store.taxes'](row, { taxes }, context)?.terms
  expect(set({ EG: eg })).toEqual({ ...terms, taxes: { EG: eg } })
  expect(set({ [ELSEWHERE]: eg })).toEqual({ ...terms, taxBasisPoints: 1400, taxIncluded: true })
  expect(set({ [ELSEWHERE]: null })).toEqual({ ...terms, taxBasisPoints: 0, taxIncluded: false })
})

it('in another currency zones have no amounts', () => {
  const next = profileGuesses['store.currency'](row, { currency: 'EUR' }, context)
  expect(next?.terms).toMatchObject({ currency: 'EUR', shipping: 0, zones: [{ ...zone, price: 0, freeFrom: null }] })
})

it('a row that an older server sent, or none, stays what it is', () => {
  const { terms: _terms, ...older } = row
  for (const of of [older, null]) {
    expect(shippingGuesses['store.zone'](of, { id, make: true }, context)).toBe(of)
    expect(shippingGuesses['store.zoneEnd'](of, { id }, context)).toBe(of)
    expect(shippingGuesses['store.taxes'](of, { taxes: {} }, context)).toBe(of)
  }
})
