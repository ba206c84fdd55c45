import { describe, expect, it } from 'vitest'
import { amountFault, receivedOf } from './withdraw-amount.ts'

const terms = { minimum: 5_000_000n, fee: 1_500_000n }

describe('an amount to withdraw', () => {
  it.each([
    [undefined, 'none'],
    [0n, 'none'],
    [10_000_001n, 'short'],
    [4_999_999n, 'least'],
    [5_000_000n, undefined],
    [10_000_000n, undefined],
  ])('%s is %s', (units, fault) => {
    expect(amountFault(units, terms, 10_000_000n)).toBe(fault)
  })

  it('exceeds the balance before it is less than the minimum', () => {
    expect(amountFault(2_000_000n, terms, 1_000_000n)).toBe('short')
  })

  it('leaves something to send', () => {
    expect(amountFault(6n, { minimum: 5n, fee: 6n }, 10n)).toBe('least')
  })

  it('is sent without its fee, and never less than nothing', () => {
    expect(receivedOf(5_000_000n, terms.fee)).toBe(3_500_000n)
    expect(receivedOf(1n, terms.fee)).toBe(0n)
  })
})
