import { useEffect, useState } from 'react'
import { remember, remembered } from '../ui/scroll-memory.ts'
import { useScrolled } from '../ui/use-scrolled.ts'
import { sourcePlace, type ServerList } from './use-server-list.ts'

// Whose rows a list shows. The shop's are better and the device's are there at once, but a list that somebody reads
// must not change under their eyes:
//
//   nothing known ──▶ the shop's, when they are on the device
//        │        └─▶ the device's (a search: at once; a plain list: once the shop cannot be reached or takes its time)
//        ▼                  │ the shop's arrive: soon, and nothing was scrolled ──▶ the shop's
//   a skeleton              └ later, or it was scrolled: the device's stay, with a way to the shop's
//
// The shop's own, begun anew while somebody reads on below, wait as well: use-shop-list.ts.

export type Source = 'shop' | 'device'

interface Facts {
  /** Whether the device has said what it has of the shop's list, and whether that is anything. */
  known: boolean
  there: boolean
  /** The shop could not be asked. */
  failed: boolean
  /** How many rows the device has of its own; undefined until it has looked. */
  own: number | undefined
  /** A search shows the device's at once. */
  searching: boolean
}

/** How long the shop's rows may take to replace the device's by themselves; and a plain list to wait for them. */
const PATIENCE_MS = 2500

/** Which rows to show now, and a way to choose others. A choice stays with the history entry. */
export function useListSource(
  key: string,
  { known, there, failed, own, searching }: Facts,
): { source: Source | undefined; settled: boolean; choose(source: Source): void } {
  const [chosen, setChosen] = useState<{ key: string; source: Source }>()
  const kept = chosen?.key === key ? chosen.source : (remembered(sourcePlace(key)) as Source | undefined)
  const choose = (source: Source) => {
    remember(sourcePlace(key), source)
    setChosen({ key, source })
  }
  const scrolled = useScrolled(key)
  const waiting = known && !there && !failed
  const impatient = usePast(PATIENCE_MS, waiting ? key : undefined)
  const settled = kept === 'device' ? own !== 0 : kept === 'shop' && there
  const source = settled
    ? kept
    : !known
      ? undefined
      : there
        ? 'shop'
        : own === undefined
          ? undefined
          : failed || (own > 0 && (searching || impatient))
            ? 'device'
            : undefined

  useEffect(() => {
    // Whoever chose before this came to run has chosen.
    const keep = (which: Source) => {
      if (remembered(sourcePlace(key)) === kept) choose(which)
    }
    if (source === 'shop' && !settled) keep('shop')
    if (source !== 'device' || settled || own === 0) return
    if (scrolled) return keep('device')
    const timer = setTimeout(() => keep('device'), PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [key, source, settled, scrolled, own === 0]) // oxlint-disable-line react/exhaustive-deps

  return { source, settled, choose }
}

/** The ways from what is shown to the shop's rows, where others are read, and to the device's. */
export function waysOf(
  shop: Pick<ServerList, 'row' | 'newer'>,
  source: Source | undefined,
  choose: (source: Source) => void,
): { showShop: (() => void) | undefined; showDevice: () => void } {
  const show = (which: Source) => () => {
    choose(which)
    scrollTo(0, 0)
  }
  const waits = source === 'shop' ? shop.newer : source === 'device' && shop.row !== undefined
  return { showShop: waits ? show('shop') : undefined, showDevice: show('device') }
}

/** True once `what` has been the same for so long. */
function usePast(ms: number, what: string | undefined): boolean {
  const [past, setPast] = useState<string>()
  useEffect(() => {
    if (what === undefined) return
    const timer = setTimeout(() => setPast(what), ms)
    return () => clearTimeout(timer)
  }, [ms, what])
  return what !== undefined && past === what
}
