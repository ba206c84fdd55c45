import { describe, expect, it } from 'vitest'
import { depositTermsText, readDepositTerms } from './terms.ts'

describe('the terms of deposits', () => {
  it('are written in the form in which they are read', () => {
    expect(depositTermsText(readDepositTerms('bitcoin BTC 0.001 6')!)).toBe(
      'ethereum USDT 20 12; ethereum ETH 0.005 12; tron USDT 5 20; bitcoin BTC 0.001 6',
    )
  })

  it.each([
    'tron BTC 1 3',
    'moon USDT 1 3',
    'tron USDT 1',
    'tron USDT 1 0',
    'tron USDT 1 150',
    'tron USDT -1 3',
    'tron USDT 0.0000001 3',
    'tron USDT 1 3 4',
  ])('cannot be %s', (text) => {
    expect(readDepositTerms(text)).toBeUndefined()
  })
})
