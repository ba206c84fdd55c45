import { expect, it } from 'vitest'
import type { StoreNotice } from '#contract/sync/schema-store-rows.ts'
import { profileGuesses } from './profile.ts'

const context = { key: 'storeNotice/notice', at: 7 }
const logo = { src: 'file/0', tint: '#ffffff' }
const terms = { currency: 'USD', shipping: 300, taxBasisPoints: 700, days: {}, least: { amount: 5000 } }
const profile = { name: 'Lin', description: { en: 'Lamps' }, logo, area: 'EG' }
const row: StoreNotice = { announcement: 'Hello', holidayFrom: null, holidayTo: null, terms, profile }

it('a store has its new name at once, as the server will keep it', () => {
  expect(profileGuesses['store.rename'](row, { name: ' Lin   & Sons ' }, context)).toEqual({
    ...row,
    profile: { ...profile, name: 'Lin & Sons' },
  })
})

it('of its profile what was given is changed, each language for itself', () => {
  const set = (p: Parameters<(typeof profileGuesses)['store.profile']>[1]) =>
    profileGuesses['store.profile'](row, p, context)?.profile
  expect(set({ description: { ar: 'مصابيح' } })).toEqual({ ...profile, description: { en: 'Lamps', ar: 'مصابيح' } })
  expect(set({ description: { en: '' } })).toEqual({ ...profile, description: {} })
  expect(set({ area: null })).toEqual({ ...profile, area: null })
  expect(set({ logo: null })).toEqual({ ...profile, logo: null })
  const file = 'f'.repeat(64)
  expect(set({ logo: file })).toEqual({ ...profile, logo: { src: file, tint: expect.any(String) as string } })
})

it('in another currency nothing is charged, and in its own everything stays', () => {
  const currency = (of: StoreNotice, code: string) => profileGuesses['store.currency'](of, { currency: code }, context)
  expect(currency(row, 'EUR')).toEqual({ ...row, terms: { ...terms, currency: 'EUR', shipping: 0, least: {} } })
  expect(currency(row, 'USD')).toBe(row)
  const pieces = { ...row, terms: { ...terms, least: { pieces: 12 } } }
  expect(currency(pieces, 'EUR')?.terms?.least).toEqual({ pieces: 12 })
})

it('of the legal details what was given is set', () => {
  const legal = (of: StoreNotice, p: Parameters<(typeof profileGuesses)['store.legal']>[1]) =>
    profileGuesses['store.legal'](of, p, context)?.legal
  const first = legal(row, { name: 'Lin Ltd', address: '4 Port road\nTyre', prefix: 'NB' })
  expect(first).toEqual({ name: 'Lin Ltd', address: '4 Port road\nTyre', taxNumber: '', prefix: 'NB' })
  expect(legal({ ...row, legal: first! }, { taxNumber: 'EG 1', prefix: '' })).toEqual({
    ...first,
    taxNumber: 'EG 1',
    prefix: '',
  })
  expect(profileGuesses['store.legal'](null, { name: 'Lin' }, context)).toBeNull()
})

it('a row that an older server sent, or none, stays what it is', () => {
  const { profile: _profile, terms: _terms, ...older } = row
  for (const of of [older, null]) {
    expect(profileGuesses['store.rename'](of, { name: 'Lin' }, context)).toBe(of)
    expect(profileGuesses['store.profile'](of, { area: null }, context)).toBe(of)
    expect(profileGuesses['store.currency'](of, { currency: 'EUR' }, context)).toBe(of)
  }
})
