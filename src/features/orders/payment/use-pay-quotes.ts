import { useEffect, useState } from 'react'
import { isAsset, type Asset } from '#contract/coins/assets.ts'
import type { PayRate, PayQuote } from '#contract/wallet/schema-pay.ts'
import { useAsked } from '../../../data/use-asked.ts'
import type { Failed } from '../../../data/use-call.ts'
import { useReachable } from '../../../data/use-status.ts'

/** The cost of orders in a coin, as the market has quoted it: `until` by this device's clock (Unix ms). */
export interface CoinCost extends Omit<PayQuote, 'asset' | 'units' | 'seconds'> {
  asset: Asset
  units: bigint
  until: number
}

export interface PayQuotes {
  /** Undefined until the market has answered. */
  quotes: readonly CoinCost[] | undefined
  /** Coins that cannot be used now. */
  closed: readonly PayRate[]
  /** The failure of the last call. */
  failure: Failed | undefined
  /** Asks for new ones. */
  renew(): void
}

/** The wait before asking again: after a refusal or where no coin can be used, and after a failure (ms). */
const [REFUSED_MS, FAILED_MS] = [30_000, 5_000]

const read = ({ asset, units, seconds, ...quote }: PayQuote, now: number): CoinCost[] =>
  isAsset(asset) ? [{ ...quote, asset, units: BigInt(units), until: now + seconds * 1000 }] : []

/** The cost of unpaid orders in each coin; asked again when its time is over, and after a failure. */
export function usePayQuotes(ids: readonly string[]): PayQuotes {
  const { data, failure, busy, again } = useAsked('order.payQuote', { ids: [...ids] })
  const reachable = useReachable()
  const [quotes, setQuotes] = useState<readonly CoinCost[]>()
  useEffect(() => {
    if (data) setQuotes(data.quotes.flatMap((quote) => read(quote, Date.now())))
  }, [data])
  useEffect(() => {
    // A refusal ends the earlier quotes.
    if (failure?.kind === 'refused') setQuotes(undefined)
  }, [failure])
  const until = quotes && quotes.length > 0 ? Math.min(...quotes.map((quote) => quote.until)) : undefined
  useEffect(() => {
    if (!reachable || busy) return
    const failed = failure && failure.kind !== 'refused'
    const wait = failed ? FAILED_MS : until === undefined ? REFUSED_MS : until - Date.now()
    const timer = window.setTimeout(again, Math.max(0, wait))
    return () => window.clearTimeout(timer)
  }, [reachable, busy, failure, until, again])
  return { quotes, closed: data?.closed ?? [], failure, renew: again }
}
