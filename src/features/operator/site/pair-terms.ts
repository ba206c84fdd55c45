import type { Coin } from '#contract/coins/assets.ts'
import type { Network } from '#contract/coins/networks.ts'
import { latin } from '../../../parts/forms/typed-number.ts'

/** The coins on their networks, for each of which a market may have terms of its own. */
export const pairs: readonly { network: Network; coin: Coin }[] = [
  { network: 'ethereum', coin: 'USDT' },
  { network: 'ethereum', coin: 'ETH' },
  { network: 'tron', coin: 'USDT' },
  { network: 'bitcoin', coin: 'BTC' },
]

/** The numbers that are typed for each pair; all empty for the market's default. */
export type TypedTerms = readonly (readonly string[])[]

/** The terms of a setting such as `tron USDT 5 20; bitcoin BTC 0.0002 3`, `count` numbers each. */
export function keptTerms(value: string, count: number): TypedTerms {
  const kept = new Map(
    value.split(';').map((part) => {
      const [network, coin, ...numbers] = part.trim().split(/\s+/)
      return [`${network} ${coin}`, numbers] as const
    }),
  )
  return pairs.map(({ network, coin }) => {
    const numbers = kept.get(`${network} ${coin}`) ?? []
    return Array.from({ length: count }, (_, n) => numbers[n] ?? '')
  })
}

// A comma may be a point or part a thousand: the market refuses it rather than guess.
const plain = (text: string): string => latin(text).replaceAll('٫', '.').replace(/\s/g, '')

/** The setting; the number of a pair of which some numbers are missing instead, from 0. */
export function termsText(typed: TypedTerms): string | number {
  const rows = typed.map((numbers) => numbers.map(plain))
  const half = rows.findIndex((numbers) => numbers.includes('') && numbers.some((one) => one !== ''))
  if (half >= 0) return half
  return rows
    .flatMap((numbers, n) => {
      const { network, coin } = pairs[n]!
      return numbers.includes('') ? [] : [[network, coin, ...numbers].join(' ')]
    })
    .join('; ')
}
