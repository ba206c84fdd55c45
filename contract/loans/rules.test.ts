import { describe, expect, it } from 'vitest'
import { isOpenLoan, LOAN_AMOUNT_MAX, LOAN_RATE_MAX, loanStates, nextLoanState, repaymentOf } from './rules.ts'

describe('what a loan costs', () => {
  it('is paid back in equal parts with interest on what is still owed', () => {
    // 1,200.00 over three months at 12 % a year: 400.00 a month, and 1 % of 1,200, 800 and 400.
    expect(repaymentOf({ amount: 120_000, months: 3, rate: 1200 })).toEqual({
      first: 41_200,
      last: 40_400,
      interest: 2400,
      total: 122_400,
    })
  })
  it('has the rest of an uneven division in its last instalment, and interest rounded up', () => {
    expect(repaymentOf({ amount: 100, months: 3, rate: 850 })).toEqual({ first: 34, last: 35, interest: 3, total: 103 })
    expect(repaymentOf({ amount: 100, months: 1, rate: 850 })).toEqual({
      first: 101,
      last: 101,
      interest: 1,
      total: 101,
    })
    expect(repaymentOf({ amount: 100, months: 2, rate: 0 })).toEqual({ first: 50, last: 50, interest: 0, total: 100 })
  })
  it('is a whole number also of the largest', () => {
    const { interest, total } = repaymentOf({ amount: LOAN_AMOUNT_MAX, months: 120, rate: LOAN_RATE_MAX })
    expect(Number.isSafeInteger(LOAN_AMOUNT_MAX * LOAN_RATE_MAX)).toBe(true)
    expect(total - interest).toBe(LOAN_AMOUNT_MAX)
  })
})

describe('an application', () => {
  it('can go on only while somebody has to answer', () => {
    const events = ['offer', 'refuse', 'withdraw', 'accept', 'decline', 'expire'] as const
    for (const state of loanStates)
      expect(
        events.some((event) => nextLoanState(state, event) !== undefined),
        state,
      ).toBe(isOpenLoan(state))
  })
  it('that is in a state of a newer server goes nowhere here', () => {
    expect(nextLoanState('paidOut', 'accept')).toBeUndefined()
  })
})
