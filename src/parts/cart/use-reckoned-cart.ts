import { useMemo } from 'react'
import { cartItems, type CartItem } from '#localdb/queries/cart/items.ts'
import { linesInQuestion } from '#localdb/queries/orders/items.ts'
import { useLive } from '../../data/use-live.ts'
import { useWant } from '../../data/use-want.ts'
import { useNow } from '../../ui/time.tsx'
import { reckonCart, type Reckoning } from './reckon-cart.ts'
import type { ClearAddress } from '../addresses/use-addresses.ts'
import { useAreaNames } from '../addresses/use-areas.ts'
import { useMoney } from '../money/use-money.tsx'

export interface ReckonedCart extends Reckoning {
  /** The items that were put aside for later. */
  aside: readonly CartItem[]
  /** When its prices last came up to date (Unix ms). */
  at: number | undefined
  /** Prices of ticked lines are on their way: no sum is shown until it is one. */
  loading: boolean
  refresh(): Promise<void>
}

/** The person's cart, reckoned for an address; prices and stock are asked for whenever it is opened. */
export function useReckonedCart(destination: ClearAddress | undefined): ReckonedCart | undefined {
  const found = useLive(cartItems, [])
  const inQuestion = useLive(linesInQuestion, [])
  const { currency, rateOf } = useMoney()
  const { open: areaOpen } = useAreaNames(destination ?? { country: '', province: '' })
  const country = destination?.country ?? ''
  const ids = [...new Set((found?.items ?? []).map((item) => item.id))].sort((a, b) => a - b)
  const { state, refresh } = useWant('catalogue.details', { ids }, ids.length > 0)
  const time = useNow() ?? 0
  // Only agreed prices have an end.
  const now = found?.items.some((item) => item.agreement) ? time : 0
  const reckoning = useMemo(
    () =>
      found &&
      inQuestion &&
      reckonCart(
        found.items.filter((item) => !item.later),
        { stores: found.stores, inQuestion, country, areaOpen, now, currency, rateOf },
      ),
    [found, inQuestion, country, areaOpen, now, currency, rateOf],
  )
  if (!found || !reckoning) return undefined
  const unknown = reckoning.stores.some((store) =>
    store.lines.some((line) => line.ticked && line.hindrance?.kind === 'unknown'),
  )
  const aside = found.items.filter((item) => item.later)
  return { ...reckoning, aside, at: found.at, loading: unknown && state === 'loading', refresh }
}
