import { describe, expect, it } from 'vitest'
import { ELSEWHERE } from '#contract/shipping/charges.ts'
import type { StoreZone } from '#contract/shipping/zones.ts'
import { readZone, zoneDraft, type ZoneDraft } from './read-zone.ts'

const near: StoreZone = {
  ...{ id: 'near', countries: ['EG', 'SD'], by: 'weight' as const, price: 500, grams: 1000, freeFrom: 50_000 },
  days: { least: 3, most: 7 },
}
const USD = { id: 'near', currency: 'USD' }
const changed = (part: Partial<ZoneDraft>, zone: StoreZone | undefined = near, of = USD) =>
  readZone({ ...zoneDraft(zone, of.currency), ...part }, zone, of)

describe('a zone as it is typed', () => {
  it('that nobody touched changes nothing', () => {
    expect(changed({})).toEqual({ faults: new Set(), payload: undefined })
    const steps = [
      { from: 0, price: 900 },
      { from: 10_000, price: 0 },
    ]
    const { grams: _grams, ...other } = near
    expect(changed({}, { ...other, by: 'value', price: 0, steps }).payload).toBeUndefined()
    expect(changed({}, { ...near, grams: 100, freeFrom: null, days: null }).payload).toBeUndefined()
    expect(changed({}, { ...near, price: 5 }, { id: 'near', currency: 'JPY' }).payload).toBeUndefined()
  })

  it('sends what was changed alone', () => {
    expect(changed({ price: '4,50' }).payload).toEqual({ id: 'near', way: { by: 'weight', price: 450, grams: 1000 } })
    expect(changed({ grams: '100' }).payload).toEqual({ id: 'near', way: { by: 'weight', price: 500, grams: 100 } })
    expect(changed({ by: 'order' }).payload).toEqual({ id: 'near', way: { by: 'order', price: 500 } })
    expect(changed({ freeFrom: '' }).payload).toEqual({ id: 'near', freeFrom: null })
    expect(changed({ least: '', most: '' }).payload).toEqual({ id: 'near', days: null })
    expect(changed({ most: '' }).payload).toEqual({ id: 'near', days: { least: 3, most: 3 } })
    expect(changed({ countries: ['SD', ELSEWHERE] }).payload).toEqual({
      ...{ id: 'near', countries: { [ELSEWHERE]: true, EG: false } },
    })
  })

  it('that is new is made', () => {
    const draft = { ...zoneDraft(undefined, 'USD'), countries: ['DE'] }
    expect(readZone(draft, undefined, USD).payload).toEqual({
      ...{ id: 'near', make: true, way: { by: 'order', price: 0 }, countries: { DE: true } },
    })
  })

  it.each([
    ['countries', { countries: [] }],
    ['price', { price: 'much' }],
    ['price', { price: '1000000.01' }],
    ['freeFrom', { freeFrom: '0' }],
    ['freeFrom', { freeFrom: '10000000.01' }],
    ['days', { least: '9' }],
    ['days', { least: '121', most: '' }],
    [
      'steps',
      {
        by: 'value' as const,
        steps: [
          { from: '', price: '5' },
          { from: '', price: '4' },
        ],
      },
    ],
    [
      'steps',
      {
        by: 'value' as const,
        steps: [
          { from: '', price: '5' },
          { from: '0', price: '4' },
        ],
      },
    ],
    ['steps', { by: 'value' as const, steps: [{ from: '', price: 'x' }] }],
  ])('is at fault in %s: %j', (fault, part) =>
    expect(changed(part)).toEqual({ faults: new Set([fault]), payload: undefined }),
  )

  it('has steps that ascend from nothing', () => {
    const steps = [
      { from: '', price: '9' },
      { from: '100', price: '' },
    ]
    expect(changed({ by: 'value', steps }).payload?.way).toEqual({
      ...{ by: 'value', price: 0 },
      steps: [
        { from: 0, price: 900 },
        { from: 10_000, price: 0 },
      ],
    })
  })
})
