import { readCoins, type Coin } from '#contract/coins/assets.ts'
import { latin } from './typed-number.ts'

/**
 * Reads a typed amount of a coin as units: "12,5", "1,250.00", "١٢٫٥". Undefined if it is no amount, is finer than the
 * coin's unit, or is ambiguous, as "1,250" is.
 */
export function typedCoins(text: string, coin: Coin): bigint | undefined {
  const plain = latin(text)
    .replace(/[\s'’٬]/g, '')
    .replace('٫', '.')
  if (/^\d{1,3}(,\d{3})+\.\d+$/.test(plain)) return readCoins(plain.replaceAll(',', ''), coin)
  if (/^[1-9]\d{0,2}(,\d{3})+$/.test(plain)) return undefined
  return readCoins(plain.replace(',', '.'), coin)
}
