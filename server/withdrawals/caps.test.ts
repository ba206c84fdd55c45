import { describe, expect, it } from 'vitest'
import { beyondCap, readWalletCaps, walletCapsText } from './caps.ts'

describe('the caps of paying wallets', () => {
  it('are written in the form in which they are read', () => {
    const caps = readWalletCaps(' ethereum  USDT 50000.50 ;bitcoin BTC 0.1;')!
    expect(walletCapsText(caps)).toBe('ethereum USDT 50000.5; bitcoin BTC 0.1')
    expect(walletCapsText(readWalletCaps('')!)).toBe('')
  })

  it.each([
    'ethereum USDT',
    'moon USDT 1',
    'tron BTC 1',
    'ethereum USDT 1 2',
    'ethereum USDT -1',
    'bitcoin BTC 0.000000001',
  ])('cannot be %s', (text) => {
    expect(readWalletCaps(text)).toBeUndefined()
  })

  it('say how much lies beyond them, and nothing of a coin without one', () => {
    const caps = readWalletCaps('ethereum USDT 5')!
    expect(beyondCap(caps, 'ethereum', 'USDT', 5_000_000n)).toBe(0n)
    expect(beyondCap(caps, 'ethereum', 'USDT', 5_000_001n)).toBe(1n)
    expect(beyondCap(caps, 'tron', 'USDT', 9_000_000n)).toBe(0n)
  })
})
