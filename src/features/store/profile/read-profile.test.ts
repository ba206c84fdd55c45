import { expect, it } from 'vitest'
import { ABOUT_ALL_MAX, ABOUT_MAX } from '#contract/stores/profile.ts'
import { profileDraftOf, readStoreProfile, type StoreProfile, type ProfileDraft } from './read-profile.ts'

const profile: StoreProfile = { name: 'Lin', description: { en: 'Lamps', fr: 'Lampes' }, logo: null, area: 'EG' }
const read = (typed: Partial<ProfileDraft>) => readStoreProfile({ ...profileDraftOf(profile), ...typed }, profile)

it('does nothing for what was not changed', () => {
  expect(read({})).toEqual({ faults: new Set(), acts: [] })
  expect(read({ name: '  Lin ', description: { en: 'Lamps ', fr: 'Lampes' } }).acts).toEqual([])
})

it('sends the name by itself, and of the rest only what was changed', () => {
  expect(
    read({ name: ' Lin  & Sons', description: { en: 'Lamps', fr: ' ', ar: 'مصابيح' }, logo: 'f'.repeat(64) }),
  ).toEqual({
    faults: new Set(),
    acts: [
      { name: 'store.rename', payload: { name: 'Lin & Sons' } },
      { name: 'store.profile', payload: { description: { fr: '', ar: 'مصابيح' }, logo: 'f'.repeat(64) } },
    ],
  })
  expect(read({ logo: null, from: '' }).acts).toEqual([{ name: 'store.profile', payload: { logo: null, area: null } }])
})

it('names what is wrong, and then does nothing', () => {
  const long = 'x'.repeat(ABOUT_MAX)
  const all = Object.fromEntries(['en', 'fr', 'de', 'it', 'es', 'pt'].map((language) => [language, long]))
  expect(Object.keys(all).length * ABOUT_MAX).toBeGreaterThan(ABOUT_ALL_MAX)
  for (const [typed, fault] of [
    [{ name: ' x ' }, 'name'],
    [{ name: '…!?' }, 'name'],
    [{ name: 'x'.repeat(61) }, 'name'],
    [{ description: all }, 'description'],
    [{ from: 'Egyp' }, 'from'],
  ] as const)
    expect(read({ logo: null, ...typed })).toEqual({ faults: new Set([fault]), acts: [] })
})
