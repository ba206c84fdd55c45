import { expect, it } from 'vitest'
import { textsAfter } from './texts-after.ts'

it('changes the languages that are given, takes away empty ones, and leaves the others', () => {
  const before = { en: 'Lamps', fr: 'Lampes' }
  expect(textsAfter(before, { fr: '', ar: 'مصابيح', en: 'Lights' })).toEqual({ en: 'Lights', ar: 'مصابيح' })
  expect(textsAfter(before, undefined)).toBe(before)
})
