import { describe, expect, it } from 'vitest'
import type { Asset } from '#contract/coins/assets.ts'
import type { WithdrawalState } from '#contract/withdrawals/rules.ts'
import { askedLately, comparedAddresses, isUsed, usedAddresses } from './used-addresses.ts'

const item = (address: string, state: WithdrawalState, at = 0, asset: Asset = 'USDT', network = 'tron') => ({
  ...{ address, state, at, asset, network },
})
const real = { network: 'tron', test: false } as const

describe('the addresses of earlier withdrawals', () => {
  it('are offered once money was sent to them, the latest first, each once', () => {
    const items = [item('A', 'done', 9), item('B', 'waiting', 8), item('C', 'sent', 7), item('A', 'done', 6)]
    expect(usedAddresses(items, real)).toEqual([
      { address: 'A', count: 2, at: 9 },
      { address: 'C', count: 1, at: 7 },
    ])
  })

  it('are offered on their network alone, and test ones with test money alone', () => {
    const items = [item('A', 'done', 9, 'tUSDT'), item('B', 'done', 8, 'USDT', 'ethereum')]
    expect(usedAddresses(items, real)).toEqual([])
    expect(usedAddresses(items, { ...real, test: true }).map(({ address }) => address)).toEqual(['A'])
  })

  it('are five at most', () => {
    expect(
      usedAddresses(
        [...'ABCDEFG'].map((address) => item(address, 'done')),
        real,
      ),
    ).toHaveLength(5)
  })

  it('are new until money was sent to them', () => {
    const items = [item('A', 'waiting'), item('A', 'returned'), item('B', 'sent')]
    expect(isUsed(items, { network: 'tron', asset: 'USDT' }, 'A')).toBe(false)
    expect(isUsed(items, { network: 'tron', asset: 'USDT' }, 'B')).toBe(true)
    expect(isUsed(items, { network: 'tron', asset: 'tUSDT' }, 'B')).toBe(false)
    expect(isUsed(items, { network: 'ethereum', asset: 'USDT' }, 'B')).toBe(false)
  })

  it('are asked about again where the same amount was withdrawn to one within an hour', () => {
    const items = [{ ...item('A', 'waiting', 5), amount: '10' }]
    const same = { network: 'tron', address: 'A', units: 10n }
    expect(askedLately(items, same, 3_600_000)).toBe(items[0])
    expect(askedLately(items, same, 3_600_005)).toBeUndefined()
    expect(askedLately(items, { ...same, units: 11n }, 5)).toBeUndefined()
    expect(askedLately(items, { ...same, address: 'B' }, 5)).toBeUndefined()
  })

  it('are compared unless their withdrawal was stopped', () => {
    const items = [item('A', 'waiting'), item('B', 'cancelled'), item('C', 'refused'), item('D', 'returned')]
    expect(comparedAddresses(items, 'tron')).toEqual(['A', 'D'])
  })
})
