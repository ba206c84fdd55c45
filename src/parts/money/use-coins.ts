import { useCallback } from 'react'
import { coinOf, coinText, isAsset, type Asset } from '#contract/coins/assets.ts'
import { useFormat } from '../format/use-format.ts'

/** Writes units of an asset with the name of its coin, to the last unit. */
export function useCoins(): (units: bigint, asset: Asset) => string {
  const { coins } = useFormat()
  return useCallback((units, asset) => coins(coinText(units, coinOf(asset), 2), coinOf(asset)), [coins])
}

/** Writes the coins that paid an order; undefined before its payment, and for a coin that this app does not know. */
export function usePaidCoins(): (order: {
  coins?: { asset: string; paid: string } | null | undefined
}) => string | undefined {
  const write = useCoins()
  return ({ coins }) => (coins && isAsset(coins.asset) ? write(BigInt(coins.paid), coins.asset) : undefined)
}
