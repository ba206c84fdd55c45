import { useCallback } from 'react'
import { coinOf, coinText, type Asset } from '#contract/rules/coins.ts'
import { useFormat } from './use-format.ts'

/** Writes units of an asset with the name of its coin, to the last unit. */
export function useCoins(): (units: bigint, asset: Asset) => string {
  const { coins } = useFormat()
  return useCallback((units, asset) => coins(coinText(units, coinOf(asset), 2), coinOf(asset)), [coins])
}
