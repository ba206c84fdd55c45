import { describe, expect, it } from 'vitest'
import { lookalikeOf, readWithdrawalAddress } from './withdrawal-address.ts'

const TRON = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8'
const SIMULATED = 'test-tron-00112233445566778899'

describe('an address to withdraw to', () => {
  it('on a simulated network is one of its own, or of the network that it simulates', () => {
    expect(readWithdrawalAddress('tron', ` ${SIMULATED} `, true)).toEqual({ address: SIMULATED })
    expect(readWithdrawalAddress('tron', TRON, true)).toEqual({ address: TRON })
    expect(readWithdrawalAddress('bitcoin', SIMULATED, true)).toEqual({ fault: 'network', network: 'tron' })
    expect(readWithdrawalAddress('tron', 'test-moon-00112233445566778899', true)).toEqual({ fault: 'format' })
    expect(readWithdrawalAddress('tron', `${SIMULATED}0`, true)).toEqual({ fault: 'format' })
  })

  it('on a real network is never one of a simulated network', () => {
    expect(readWithdrawalAddress('tron', SIMULATED, false)).toEqual({ fault: 'testNetwork' })
    expect(readWithdrawalAddress('tron', TRON, false)).toEqual({ address: TRON })
  })

  it('is compared with earlier ones without the beginning that simulated ones share', () => {
    const like = 'test-tron-0011ffffffffffff8899'
    expect(lookalikeOf(SIMULATED, [SIMULATED, 'test-tron-9988776655443322aabb', like])).toBe(like)
    expect(lookalikeOf(SIMULATED, [SIMULATED, 'test-tron-00112233445566770000'])).toBeUndefined()
  })
})
