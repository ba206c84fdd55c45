import { describe, expect, it } from 'vitest'
import { endsInTime, isOn, pricedAt, reduced } from './deals.ts'

const day = 86_400_000
const now = Date.UTC(2026, 10, 26)

describe('a deal', () => {
  it('takes so many percent off each step, to the nearest minor unit', () => {
    const ladder = [
      { from: 1, price: 999 },
      { from: 12, price: 895 },
    ]
    expect(reduced(ladder, 15)).toEqual([
      { from: 1, price: 849 },
      { from: 12, price: 761 },
    ])
  })

  it('makes nothing free, and nothing dear of what is', () => {
    expect(reduced([{ from: 1, price: 1 }], 90)).toEqual([{ from: 1, price: 1 }])
    expect(reduced([{ from: 1, price: 0 }], 50)).toEqual([{ from: 1, price: 0 }])
  })

  it('is on until its end, and not at it', () => {
    expect(isOn({ until: now + 1 }, now)).toBe(true)
    expect(isOn({ until: now }, now)).toBe(false)
    expect(isOn(null, now)).toBe(false)
  })

  it('ends within a year', () => {
    expect(endsInTime({ percent: 5, until: now + 365 * day }, now)).toBe(true)
    expect(endsInTime({ percent: 5, until: now + 365 * day + 1 }, now)).toBe(false)
  })

  it('leaves the usual prices at its end, whoever still has its row', () => {
    const usual = [{ from: 1, price: 1000 }]
    const product = { id: 7, ladder: [{ from: 1, price: 800 }], deal: { percent: 20, until: now, usual } }
    expect(pricedAt(product, now - 1)).toBe(product)
    expect(pricedAt(product, now)).toEqual({ id: 7, ladder: usual, deal: null })
    const plain = { ladder: usual }
    expect(pricedAt(plain, now)).toBe(plain)
  })
})
