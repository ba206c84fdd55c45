import { useEffect, useRef, useState } from 'react'
import type { Asset } from '#contract/rules/coins.ts'
import { holdings, type Holding } from '#localdb/queries/money.ts'
import { useLive } from '../../data/use-live.ts'
import { usePayQuotes, type PayQuotes, type Quoted } from './use-pay-quotes.ts'

export interface PayChoice extends PayQuotes {
  holdings: readonly Holding[]
  /** Undefined until the market has quoted, and where it quotes nothing. */
  chosen: Quoted | undefined
  /** The amount in the chosen coin is another than was shown before. */
  changed: boolean
  choose(asset: Asset): void
}

/** What a person may spend of an asset. */
export const availableOf = (held: readonly Holding[], asset: Asset): bigint =>
  held.find((holding) => holding.asset === asset)?.available ?? 0n

/** The coin in which orders are paid: at first one that the person has enough of. */
export function usePayChoice(ids: readonly string[]): PayChoice {
  const asked = usePayQuotes(ids)
  const held = useLive(holdings, [])
  const [asset, setAsset] = useState<Asset>()
  const [changed, setChanged] = useState(false)
  const shown = useRef<{ asset: Asset; units: bigint }>(undefined)
  const { quotes } = asked
  useEffect(() => {
    if (asset !== undefined || !quotes || !held) return
    setAsset((quotes.find((quote) => availableOf(held, quote.asset) >= quote.units) ?? quotes[0])?.asset)
  }, [asset, quotes, held])
  const chosen = asset === undefined ? undefined : (quotes?.find((quote) => quote.asset === asset) ?? quotes?.[0])
  useEffect(() => {
    if (!chosen) return
    const before = shown.current
    if (before?.asset !== chosen.asset) setChanged(false)
    else if (before.units !== chosen.units) setChanged(true)
    shown.current = { asset: chosen.asset, units: chosen.units }
  }, [chosen])
  return { ...asked, holdings: held ?? [], chosen, changed, choose: setAsset }
}
