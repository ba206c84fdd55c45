import { describe, expect, it } from 'vitest'
import { outcomeOf, partlyOf, type PlacedPart } from './outcome.ts'

const saved: PlacedPart = { state: 'onDevice', placing: { state: 'waiting' } }
const asked: PlacedPart = { state: 'onDevice', placing: { state: 'conflict' } }
const unpaid: PlacedPart = { state: 'unpaid', placing: undefined }
const paid: PlacedPart = { state: 'paid', placing: undefined }

describe('how many orders of a checkout went through', () => {
  it.each([
    ['all placed', [unpaid, unpaid], 0, undefined],
    ['one refused of three', [unpaid, unpaid], 1, { as: 'placed', n: 2, total: 3 }],
    ['one asks while the other is placed', [asked, unpaid], 0, { as: 'placed', n: 1, total: 2 }],
    ['one asks, one is refused, one is placed', [asked, unpaid], 1, { as: 'placed', n: 1, total: 3 }],
    ['paid, with one refused', [paid], 1, { as: 'placed', n: 1, total: 2 }],
    ['saved, with one refused', [saved], 1, { as: 'saved', n: 1, total: 2 }],
    ['one asks, the rest is saved', [asked, saved], 0, { as: 'saved', n: 1, total: 2 }],
    ['all saved', [saved, saved], 0, undefined],
    ['the only one asks', [asked], 0, undefined],
    ['all refused', [], 2, undefined],
  ])('%s', (_name, orders, refused, partly) => {
    expect(partlyOf(orders, refused)).toEqual(partly)
  })

  it('and what needs the person comes first', () => {
    expect(outcomeOf([asked, unpaid])).toBe('needsYou')
    expect(outcomeOf([saved, unpaid])).toBe('saved')
    expect(outcomeOf([])).toBe('gone')
  })
})
