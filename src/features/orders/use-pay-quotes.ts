import { useEffect, useMemo, useState } from 'react'
import { isAsset, type Asset } from '#contract/rules/coins.ts'
import type { CoinRate, PayQuote } from '#contract/schema/pay.ts'
import { useAsked } from '../../data/use-asked.ts'
import type { Failed } from '../../data/use-call.ts'
import { useReachable } from '../../data/use-status.ts'

/** What orders cost in a coin, as the market has quoted it: `until` by this device's clock (Unix ms). */
export interface Quoted extends Omit<PayQuote, 'asset' | 'units' | 'seconds'> {
  asset: Asset
  units: bigint
  until: number
}

export interface PayQuotes {
  /** Undefined until the market has answered. */
  quotes: readonly Quoted[] | undefined
  /** The coins whose rate cannot be paid by. */
  closed: readonly CoinRate[]
  /** Why there are none. */
  failure: Failed | undefined
  /** Asks for others. */
  renew(): void
}

const read = ({ asset, units, seconds, ...quote }: PayQuote, now: number): Quoted[] =>
  isAsset(asset) ? [{ ...quote, asset, units: BigInt(units), until: now + seconds * 1000 }] : []

/** What unpaid orders cost in each coin; asked again when its time is over, and when the network is back. */
export function usePayQuotes(ids: readonly string[]): PayQuotes {
  const { data, failure, again } = useAsked('order.payQuote', { ids: [...ids] })
  const reachable = useReachable()
  const [late, setLate] = useState(false)
  const quotes = useMemo(() => data?.quotes.flatMap((quote) => read(quote, Date.now())), [data])
  const until = quotes && quotes.length > 0 ? Math.min(...quotes.map((quote) => quote.until)) : undefined
  useEffect(() => {
    if (until === undefined) return
    setLate(false)
    const timer = window.setTimeout(() => setLate(true), Math.max(0, until - Date.now()))
    return () => window.clearTimeout(timer)
  }, [until])
  const lost = failure?.kind === 'unreachable'
  useEffect(() => {
    if (reachable && (late || lost)) again()
  }, [reachable, late, lost, again])
  return { quotes, closed: data?.closed ?? [], failure: quotes ? undefined : failure, renew: again }
}
