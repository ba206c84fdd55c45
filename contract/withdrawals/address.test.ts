import { describe, expect, it } from 'vitest'
import { lookalikeOf, readWithdrawalAddress } from './address.ts'

const TRON = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8'
const SIMULATED = 'test-tron-00112233445566778899'
const SIMULATES = { simulated: true, test: true }
const REAL = { simulated: false, test: false }

describe('an address to withdraw to', () => {
  it('on a simulated network is one of its own, or of the network that it simulates', () => {
    expect(readWithdrawalAddress('tron', ` ${SIMULATED} `, SIMULATES)).toEqual({ address: SIMULATED })
    expect(readWithdrawalAddress('tron', TRON, SIMULATES)).toEqual({ address: TRON })
    expect(readWithdrawalAddress('bitcoin', SIMULATED, SIMULATES)).toEqual({ fault: 'network', network: 'tron' })
    expect(readWithdrawalAddress('tron', 'test-moon-00112233445566778899', SIMULATES)).toEqual({ fault: 'format' })
    expect(readWithdrawalAddress('tron', `${SIMULATED}0`, SIMULATES)).toEqual({ fault: 'format' })
  })

  it('on a real network is never one of a simulated network', () => {
    expect(readWithdrawalAddress('tron', SIMULATED, REAL)).toEqual({ fault: 'testNetwork' })
    expect(readWithdrawalAddress('tron', TRON, REAL)).toEqual({ address: TRON })
  })

  it('on a real test network of Bitcoin is one of test networks, and on one of Ethereum any', () => {
    const test = { simulated: false, test: true }
    for (const address of ['tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx', 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn']) {
      expect(readWithdrawalAddress('bitcoin', ` ${address} `, test)).toEqual({ address })
      expect(readWithdrawalAddress('bitcoin', address, REAL)).toEqual({ fault: 'testNetwork' })
      expect(readWithdrawalAddress('ethereum', address, test)).toEqual({ fault: 'testNetwork' })
    }
    const main = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
    expect(readWithdrawalAddress('bitcoin', main, test)).toEqual({ fault: 'mainNetwork' })
    expect(readWithdrawalAddress('bitcoin', main, SIMULATES)).toEqual({ address: main })
    expect(readWithdrawalAddress('bitcoin', TRON, test)).toEqual({ fault: 'network', network: 'tron' })
    const ether = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
    expect(readWithdrawalAddress('ethereum', ether, test)).toEqual({ address: ether })
  })

  it('is compared with earlier ones without the beginning that simulated ones share', () => {
    const like = 'test-tron-0011ffffffffffff8899'
    expect(lookalikeOf(SIMULATED, [SIMULATED, 'test-tron-9988776655443322aabb', like])).toBe(like)
    expect(lookalikeOf(SIMULATED, [SIMULATED, 'test-tron-00112233445566770000'])).toBeUndefined()
  })
})
