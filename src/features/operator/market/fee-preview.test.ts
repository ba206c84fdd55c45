import { expect, it } from 'vitest'
import { FEE_NOTICE_MS } from '#contract/market/fees.ts'
import { feePreview } from './fee-preview.ts'

const NOW = 1_800_000_000_000
const from = NOW + FEE_NOTICE_MS
const preview = (typed: string, feeNext: { fee: string; from: number } | null = null) =>
  feePreview(typed, { fee: '2.5', feeNext }, 'USD', NOW)

it('shows the fee on an order of 100 in the market’s currency', () => {
  expect(preview('1.25')).toEqual({ order: 10_000, fee: 125, from: null, waits: false })
  expect(preview('١٫٢٥')).toEqual(preview('1,25'))
  expect(feePreview('3', { fee: '2.5' }, 'JPY', NOW)).toMatchObject({ order: 100, fee: 3 })
})

it('begins a lower fee at once, and a higher one after its notice and a second operator', () => {
  expect(preview('0')).toMatchObject({ fee: 0, from: null, waits: false })
  expect(preview('3')).toEqual({ order: 10_000, fee: 300, from, waits: true })
})

it('asks nobody for a fee below an announced one, and begins it after its notice where it is a rise', () => {
  const next = { fee: '5', from: NOW + 1_000 }
  expect(preview('4', next)).toMatchObject({ fee: 400, from, waits: false })
  expect(preview('2.5', next)).toMatchObject({ fee: 250, from: null, waits: false })
  expect(preview('6', next)).toMatchObject({ from, waits: true })
})

it('shows nothing for what is set already, and for what is no fee', () => {
  for (const typed of ['2.5', '2,50', '', 'x', '-1', '50.01', '51']) expect(preview(typed), typed).toBeUndefined()
  expect(preview('5', { fee: '5', from: NOW + 1_000 })).toBeUndefined()
  expect(feePreview('3', {}, 'USD', NOW)).toBeUndefined()
})
