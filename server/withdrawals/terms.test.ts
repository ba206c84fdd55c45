import { describe, expect, it } from 'vitest'
import { readWithdrawalTerms, withdrawalTermsText } from './terms.ts'

describe('the terms of withdrawals', () => {
  it('are written in the form in which they are read', () => {
    expect(withdrawalTermsText(readWithdrawalTerms('bitcoin BTC 0 0.001')!)).toBe(
      'ethereum USDT 5 20; ethereum ETH 0.001 0.005; tron USDT 1.5 5; bitcoin BTC 0 0.001',
    )
  })

  it('leave as much of BTC as nodes pass on', () => {
    const text = withdrawalTermsText(readWithdrawalTerms('bitcoin BTC 0.00001 0.00001001')!)
    expect(text).toContain('bitcoin BTC 0.00001 0.00001546')
    expect(withdrawalTermsText(readWithdrawalTerms(text)!)).toBe(text)
  })

  it.each([
    'tron BTC 1 3',
    'moon USDT 1 3',
    'tron USDT 1',
    'tron USDT 3 3',
    'tron USDT 4 3',
    'tron USDT -1 3',
    'tron USDT 0.0000001 3',
    'tron USDT 1 3 4',
  ])('cannot be %s', (text) => {
    expect(readWithdrawalTerms(text)).toBeUndefined()
  })
})
