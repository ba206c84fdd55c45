import { useEffect, useRef, useState } from 'react'
import type { Asset } from '#contract/coins/assets.ts'
import { availableOf, holdings, type Holding } from '#localdb/queries/wallet.ts'
import { useLive } from '../../../data/use-live.ts'
import { usePayQuotes, type PayQuotes, type CoinCost } from './use-pay-quotes.ts'

export interface PayChoice extends PayQuotes {
  holdings: readonly Holding[]
  /** Undefined until the market has quoted, and while the coin that the person chose cannot be used. */
  chosen: CoinCost | undefined
  /** The amount in the chosen coin differs from the one shown before. */
  changed: boolean
  /** It has just changed, so that a press may be meant for the amount before. */
  settling: boolean
  choose(asset: Asset): void
}

/** A press within this time after the amount changed pays nothing (ms). */
const SETTLE_MS = 1_000

/** The coin in which orders are paid: at first one that the person has enough of. */
export function usePayChoice(ids: readonly string[]): PayChoice {
  const asked = usePayQuotes(ids)
  const held = useLive(holdings, [])
  const [asset, setAsset] = useState<Asset>()
  const { quotes } = asked
  useEffect(() => {
    // Without its postings a device does not know yet what the person has.
    if (asset !== undefined || !quotes || !held || held.length === 0) return
    setAsset((quotes.find((quote) => availableOf(held, quote.asset) >= quote.units) ?? quotes[0])?.asset)
  }, [asset, quotes, held])
  const chosen = asset === undefined ? quotes?.[0] : quotes?.find((quote) => quote.asset === asset)
  return { ...asked, holdings: held ?? [], chosen, ...useChange(chosen), choose: setAsset }
}

/** Whether an amount differs from the one shown before in its coin, and whether it has just changed. */
function useChange(chosen: CoinCost | undefined): Pick<PayChoice, 'changed' | 'settling'> {
  const [changed, setChanged] = useState(false)
  const [settling, setSettling] = useState(false)
  const shown = useRef<{ asset: Asset; units: bigint }>(undefined)
  useEffect(() => {
    if (!chosen) return
    const before = shown.current
    shown.current = { asset: chosen.asset, units: chosen.units }
    if (before?.asset !== chosen.asset) return setChanged(false)
    if (before.units === chosen.units) return
    setChanged(true)
    setSettling(true)
  }, [chosen])
  useEffect(() => {
    if (!settling) return
    const timer = window.setTimeout(() => setSettling(false), SETTLE_MS)
    return () => window.clearTimeout(timer)
  }, [settling])
  return { changed, settling }
}
