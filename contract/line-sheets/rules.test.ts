import { describe, expect, it } from 'vitest'
import { SHEET_ID, SHEET_ID_BYTES, sheetEnded, sheetIdOf } from './rules.ts'

describe('the id of a private link', () => {
  it('says every bit of its random bytes, in base64url', () => {
    const bytes = Uint8Array.from({ length: SHEET_ID_BYTES }, (_, n) => (n * 37 + 250) % 256)
    expect(sheetIdOf(bytes)).toBe('-h9EaY6z2P0iR2yRttsAJUpv')
    expect(sheetIdOf(bytes)).toMatch(SHEET_ID)
  })

  it('has at least 128 bits', () => {
    expect(SHEET_ID_BYTES * 8).toBeGreaterThanOrEqual(128)
  })
})

it('ends at its end, and never without one', () => {
  expect([{ until: null }, { until: 9 }, { until: 10 }, { until: 11 }].map((one) => sheetEnded(one, 10))).toEqual([
    false,
    true,
    true,
    false,
  ])
})
